-- Saves a setting again and again, each time on the revision that the last answer named.
-- Needs as many threads as connections: each has a setting of its own.
local keys = { "agenda_words_sermon", "agenda_words_announcement", "agenda_words_slides",
	"translation_language" }
local threads, count = 0, 0
local revision -- nil: the page has to be asked first

function setup(thread)
	threads = threads + 1
	thread:set("key", keys[threads])
end

function request()
	if not revision then
		return wrk.format("GET", "/settings")
	end
	count = count + 1
	return wrk.format("PUT", "/api/settings", nil,
		string.format('{"key":"%s","value":"%d","revision":%d}', key, count, revision))
end

function response(_, _, body)
	revision = tonumber(body:match('"key":"' .. key .. '".-"revision":(%d+)'))
end
