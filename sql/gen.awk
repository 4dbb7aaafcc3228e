# Turns named statements (sql/q/*.sql) into C.
#   -v part=h: the header of one module, declarations only
#   -v part=c: one source with every statement and the table all_stmts
# A statement is "-- name: x", an optional "-- args: a int8, b text", then SQL up to ";".
BEGIN {
	count = 0
	oid["bool"] = 16; oid["bytea"] = 17; oid["int8"] = 20; oid["int4"] = 23
	oid["text"] = 25; oid["date"] = 1082; oid["timestamptz"] = 1184
	oid["jsonb"] = 3802; oid["text[]"] = 1009; oid["int8[]"] = 1016
	if (part == "h")
		print "#pragma once\n#include \"sys/db.h\"\n"
	else
		print "#include \"sys/db.h\"\n"
}
function die(why) {
	printf "%s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"
	failed = 1
	exit 1
}
/^-- name: / {
	if (name != "") die("statement " name " has no end")
	name = $3; nargs = 0; types = ""; sql = ""
	if (name !~ /^[a-z][a-z0-9_]*$/) die("bad name " name)
	if (name in seen) die("second statement " name)
	seen[name] = 1
	next
}
/^-- args: / {
	line = substr($0, 10)
	nargs = split(line, arg, /, */)
	for (i = 1; i <= nargs; i++) {
		split(arg[i], word, " ")
		if (!(word[2] in oid)) die("unknown type in: " arg[i])
		types = types (i > 1 ? ", " : "") oid[word[2]]
	}
	next
}
/^ *--/ { next }
name == "" { if ($0 ~ /[^ \t]/) die("SQL outside a named statement"); next }
{
	line = $0
	ends = sub(/;[ \t]*$/, "", line)
	gsub(/\\/, "\\\\\\\\", line)
	gsub(/"/, "\\\"", line)
	gsub(/^[ \t]+/, "", line)
	if (line != "")
		sql = sql (sql == "" ? "" : " ") line
	if (sql ~ /(SELECT|RETURNING|,) *([a-z_]+\.)?\*/) die("'*' in " name)
	if (ends) emit()
}
function emit() {
	if (part == "h")
		printf "extern const struct stmt q_%s;\n", name
	else {
		printf "const struct stmt q_%s = {\n\t.id = %d,\n\t.name = \"%s\",\n", name, count, name
		printf "\t.sql = \"%s\",\n\t.nargs = %d,\n", sql, nargs
		if (nargs > 0)
			printf "\t.types = (const unsigned[]){ %s },\n", types
		print "};\n"
		order[count] = name
	}
	count++
	name = ""
}
END {
	if (failed) exit 1
	if (name != "") die("statement " name " has no end")
	if (part == "h") exit 0
	print "const struct stmt *const all_stmts[] = {"
	for (i = 0; i < count; i++)
		printf "\t&q_%s,\n", order[i]
	printf "};\n\nconst int all_stmts_n = %d;\n", count
}
