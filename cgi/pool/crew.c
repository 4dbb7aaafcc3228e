/*
 * crew: see the header.
 */
#include "crew.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "spawn.h"
#include "base/log.h"

enum {
	TRIAL_MS = 200,       /* a new generation that lives so long takes over */
	DRAIN_MS = 30 * 1000, /* from TERM to KILL: nginx waits no longer for an answer */
	HEALTHY_MS = 1000,    /* who dies younger is started again with a delay */
	DELAY_FIRST_MS = 100,
	DELAY_MAX_MS = 5000,
	ENDING_MAX = 4, /* crews that may be ending before the next generation has to wait */
	/* Room in the table, in crews: the ending ones, one that becomes so, serving, on trial. */
	ROOM = ENDING_MAX + 3
};

enum role { FREE, SERVING, TRIAL, ENDING };

struct worker {
	enum role role; /* FREE: this entry holds no process */
	pid_t pid;
	int slot;
	int64_t started; /* ms */
	int64_t kill_at; /* ms; where ENDING; INT64_MAX once it was killed */
};

struct slot {
	bool filled;      /* a SERVING worker is there */
	int64_t start_at; /* ms; not earlier, where it is not filled */
	int64_t delay;    /* ms; the last one; 0: the last worker was healthy */
};

struct crew {
	const struct crew_plan *plan;
	struct worker *worker; /* ROOM * plan->workers entries */
	struct slot *slot;     /* plan->workers entries */
	int64_t trial_ends;    /* ms; 0: none is on trial */
	bool renew;            /* a next generation was asked for */
	bool stopping;
};

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct worker *
end_of(const struct crew *crew)
{
	return crew->worker + ROOM * crew->plan->workers;
}

struct crew *
crew_new(TALLOC_CTX *mem, const struct crew_plan *plan)
{
	struct crew *crew = mem_zero(mem, struct crew);

	crew->plan = plan;
	crew->worker = mem_array(crew, struct worker, ROOM * plan->workers);
	crew->slot = mem_array(crew, struct slot, plan->workers);
	return crew;
}

static int
count(const struct crew *crew, enum role role)
{
	int n = 0;

	for (const struct worker *w = crew->worker; w < end_of(crew); w++)
		n += w->role == role;
	return n;
}

/* False where no process could be made; the cause is in the log. */
static bool
start(struct crew *crew, int slot, enum role role)
{
	struct worker *w = crew->worker;
	pid_t pid;

	while (w->role != FREE)
		w++;
	assert(w < end_of(crew));
	pid = spawn_worker(crew->plan);
	if (pid < 0) {
		log_line(LOG_ERROR, "event=fork_failed pool=%s slot=%d msg=\"%s\"",
		    crew->plan->name, slot, strerror(errno));
		return false;
	}
	*w = (struct worker){ .role = role, .pid = pid, .slot = slot, .started = now_ms() };
	log_line(LOG_INFO, "event=worker_started pool=%s pid=%d slot=%d", crew->plan->name,
	    (int)pid, slot);
	return true;
}

/* The process cannot be another one by now: its number is ours until it is waited for. */
static void
end(struct worker *w)
{
	kill(w->pid, SIGTERM);
	w->role = ENDING;
	w->kill_at = now_ms() + DRAIN_MS;
}

static void
end_all(struct crew *crew, enum role role)
{
	for (struct worker *w = crew->worker; w < end_of(crew); w++) {
		if (w->role == role)
			end(w);
	}
}

static void
slot_emptied(struct slot *slot, int64_t lived)
{
	slot->filled = false;
	if (lived >= HEALTHY_MS)
		slot->delay = 0;
	else if (slot->delay == 0)
		slot->delay = DELAY_FIRST_MS;
	else
		slot->delay = slot->delay * 2 < DELAY_MAX_MS ? slot->delay * 2 : DELAY_MAX_MS;
	slot->start_at = now_ms() + slot->delay;
}

static void
refuse_generation(struct crew *crew)
{
	log_line(LOG_ERROR, "event=generation_refused pool=%s msg=\"%s\"", crew->plan->name,
	    "a new worker ended at once, the old ones stay");
	crew->trial_ends = 0;
	end_all(crew, TRIAL);
}

static void
begin_generation(struct crew *crew)
{
	bool ok = true;

	crew->renew = false;
	log_line(LOG_INFO, "event=generation_started pool=%s", crew->plan->name);
	for (int i = 0; ok && i < crew->plan->workers; i++)
		ok = start(crew, i, TRIAL);
	if (ok)
		crew->trial_ends = now_ms() + TRIAL_MS;
	else
		refuse_generation(crew);
}

static void
promote_generation(struct crew *crew)
{
	crew->trial_ends = 0;
	end_all(crew, SERVING);
	for (struct worker *w = crew->worker; w < end_of(crew); w++) {
		if (w->role == TRIAL)
			w->role = SERVING;
	}
	for (int i = 0; i < crew->plan->workers; i++)
		crew->slot[i] = (struct slot){ .filled = true };
	log_line(LOG_INFO, "event=generation_serving pool=%s", crew->plan->name);
}

void
crew_renew(struct crew *crew)
{
	crew->renew = true;
}

void
crew_stop(struct crew *crew)
{
	crew->stopping = true;
	crew->trial_ends = 0;
	end_all(crew, TRIAL);
	end_all(crew, SERVING);
}

static void
log_ended(const struct crew *crew, const struct worker *w, int status, int64_t lived)
{
	const bool expected = w->role == ENDING || (WIFEXITED(status) && WEXITSTATUS(status) == 0);

	log_line(expected ? LOG_INFO : LOG_WARN,
	    "event=worker_ended pool=%s pid=%d slot=%d lived_ms=%lld %s=%d", crew->plan->name,
	    (int)w->pid, w->slot, (long long)lived, WIFEXITED(status) ? "exit" : "signal",
	    WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
}

static void
ended(struct crew *crew, struct worker *w, int status)
{
	const int64_t lived = now_ms() - w->started;
	const enum role role = w->role;

	log_ended(crew, w, status, lived);
	w->role = FREE;
	if (role == SERVING)
		slot_emptied(&crew->slot[w->slot], lived);
	else if (role == TRIAL)
		refuse_generation(crew);
}

void
crew_reap(struct crew *crew)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (struct worker *w = crew->worker; w < end_of(crew); w++) {
			if (w->role != FREE && w->pid == pid) {
				ended(crew, w, status);
				break;
			}
		}
	}
}

static void
fill_slots(struct crew *crew, int64_t now)
{
	for (int i = 0; i < crew->plan->workers; i++) {
		struct slot *slot = &crew->slot[i];

		if (slot->filled || slot->start_at > now)
			continue;
		slot->filled = start(crew, i, SERVING);
		if (!slot->filled)
			slot_emptied(slot, 0);
	}
}

static void
kill_overdue(struct crew *crew, int64_t now)
{
	for (struct worker *w = crew->worker; w < end_of(crew); w++) {
		if (w->role != ENDING || w->kill_at > now)
			continue;
		log_line(LOG_WARN, "event=worker_killed pool=%s pid=%d slot=%d", crew->plan->name,
		    (int)w->pid, w->slot);
		kill(w->pid, SIGKILL);
		w->kill_at = INT64_MAX;
	}
}

/* When the next thing is due that no signal announces. */
static int64_t
next_due(const struct crew *crew)
{
	int64_t due = crew->trial_ends == 0 ? INT64_MAX : crew->trial_ends;

	for (const struct worker *w = crew->worker; w < end_of(crew); w++) {
		if (w->role == ENDING && w->kill_at < due)
			due = w->kill_at;
	}
	for (int i = 0; !crew->stopping && i < crew->plan->workers; i++) {
		if (!crew->slot[i].filled && crew->slot[i].start_at < due)
			due = crew->slot[i].start_at;
	}
	return due;
}

int
crew_turn(struct crew *crew)
{
	int64_t now = now_ms();
	int64_t due;

	kill_overdue(crew, now);
	if (!crew->stopping) {
		if (crew->trial_ends != 0 && crew->trial_ends <= now)
			promote_generation(crew);
		if (crew->renew && crew->trial_ends == 0 &&
		    count(crew, ENDING) <= ENDING_MAX * crew->plan->workers)
			begin_generation(crew);
		fill_slots(crew, now);
	}
	due = next_due(crew);
	if (due == INT64_MAX)
		return -1;
	now = now_ms();
	return due <= now ? 0 : (int)(due - now);
}

bool
crew_is_gone(const struct crew *crew)
{
	return count(crew, FREE) == ROOM * crew->plan->workers;
}
