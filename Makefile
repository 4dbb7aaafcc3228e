# Sakristei. The two commands: "make run" starts it, "make check" tests it.
# A folder below cgi/ with a main.c is a program; a file in sql/q becomes a header.
# V=1 shows the commands. SAN=1 builds with the address and undefined-behaviour sanitizers into a folder of its own.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
MAKEFLAGS += --no-builtin-rules
,        := ,

B        := build$(if $(SAN),/san)
VAR      ?= var
PORT     ?= 8080
CC       := gcc
# pkg-config is not there before the first "make deps", so its flags are asked for when used.
PKGS     := talloc libpq json-c libcrypto libcurl
PC_CFLAGS = $(shell pkg-config --cflags $(PKGS))
PC_LIBS   = $(shell pkg-config --libs $(PKGS)) -lfcgi
CPPFLAGS  = -I. -Ilib -I$(B)/gen -D_GNU_SOURCE $(PC_CFLAGS)
WARN     := -Wall -Wextra -Werror -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wvla -Walloca -Wformat=2 -Wnull-dereference -Wduplicated-cond -Wlogical-op -Wcast-qual
HARDEN   := -fstack-protector-strong -fstack-clash-protection -fcf-protection \
	-ftrivial-auto-var-init=zero -fPIE
CFLAGS   := -std=gnu17 -g $(WARN) $(HARDEN) $(if $(SAN),\
	-O1 -fsanitize=address$(,)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer,\
	-O2 -D_FORTIFY_SOURCE=3)
LDFLAGS  := -pie -Wl,--as-needed -Wl,-z,relro,-z,now $(if $(SAN),-fsanitize=address$(,)undefined)

PROGS    := $(patsubst cgi/%/main.c,%,$(wildcard cgi/*/main.c))
MODULES  := $(shell sed 's/\#.*//' lib/LAYERS)
LIB_SRC  := $(foreach m,$(MODULES),$(wildcard lib/$(m)/*.c))
SQL      := $(sort $(wildcard sql/q/*.sql))
QUERIES  := $(patsubst sql/q/%.sql,$(B)/gen/q/%.h,$(SQL))
LIB      := $(B)/libsakristei.a

# Where Debian's node is too old for the front end, t/deps.sh puts a newer one here.
Q := $(if $(V),,@)

export PATH := $(CURDIR)/build/node/bin:$(PATH)

.PHONY: all server web run stop check deps lint unit db http browser stack-test valgrind bench web-check fuzz clean
all: server web
server: $(PROGS:%=$(B)/bin/%)

define program
$(B)/bin/$(1): $(patsubst %.c,$(B)/%.o,$(wildcard cgi/$(1)/*.c)) $(LIB)
	@mkdir -p $$(@D)
	@echo "  LD $$@"
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$(filter %.o %.a,$$^) $$(PC_LIBS)
endef
$(foreach p,$(PROGS),$(eval $(call program,$(p))))

$(LIB): $(LIB_SRC:%.c=$(B)/%.o) $(B)/gen/q.o
	@rm -f $@
	$(Q)ar -rcs $@ $^

$(B)/%.o: %.c | $(QUERIES) $(B)/gen/q/test.h
	@mkdir -p $(@D)
	@echo "  CC $@"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(B)/gen/%.o: $(B)/gen/%.c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(B)/gen/q/%.h: sql/q/%.sql sql/gen.awk
	@mkdir -p $(@D)
	$(Q)awk -v part=h -f sql/gen.awk $< > $@.tmp && mv $@.tmp $@
$(B)/gen/q.c: $(SQL) sql/gen.awk
	@mkdir -p $(@D)
	$(Q)awk -v part=c -f sql/gen.awk $(SQL) > $@.tmp && mv $@.tmp $@

# The front end; npm ci only where the lock file is newer than what it installed.
WEB_SRC := $(shell find assets -type f -not -path 'assets/node_modules/*' 2>/dev/null)
web: build/web/pages.tsv
build/node_modules.stamp: assets/package-lock.json
	@mkdir -p build
	cd assets && npm ci --no-audit --no-fund
	@touch $@
build/web/pages.tsv: build/node_modules.stamp $(WEB_SRC)
	cd assets && WEB_OUT="$(CURDIR)/build/web" npm run --silent build
	@touch $@

# The product, started the one way there is.
deps:
	@t/deps.sh
run: deps
	@$(MAKE) --no-print-directory all
	@t/stack.sh up $(VAR) --env local --port $(PORT)
	@echo "Its data is in $(VAR)/. Stop it with: make stop"
stop:
	@t/stack.sh down $(VAR)

# The tests: t/unit needs nothing, t/db a database, t/http and t/browser a whole stack.
# Statements of the tests alone stand in t/db/q; the programs do not hold them.
TEST_PKGS := check
TEST_SQL  := $(SQL) $(wildcard t/db/q/*.sql)
define tests
$(B)/t/$(1)-tests: $(patsubst %.c,$(B)/%.o,$(wildcard t/$(1)/*.c) $(2)) $(B)/gen/q-test.o $(LIB)
	@mkdir -p $$(@D)
	@echo "  LD $$@"
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$(filter %.o %.a,$$^) $$(PC_LIBS) \
	    $$(shell pkg-config --libs $$(TEST_PKGS))
endef
$(eval $(call tests,unit,))
$(eval $(call tests,db,t/unit/unit.c))
$(eval $(call tests,http,t/unit/unit.c))
$(B)/t/%.o: CPPFLAGS += -It
$(B)/gen/q/test.h: t/db/q/test.sql sql/gen.awk
	@mkdir -p $(@D)
	$(Q)awk -v part=h -f sql/gen.awk $< > $@.tmp && mv $@.tmp $@
$(B)/gen/q-test.c: $(TEST_SQL) sql/gen.awk
	@mkdir -p $(@D)
	$(Q)awk -v part=c -f sql/gen.awk $(TEST_SQL) > $@.tmp && mv $@.tmp $@

# A fuzz target runs over its corpus with the unit tests, and under libFuzzer on demand.
FUZZERS := $(patsubst t/fuzz/%.c,%,$(wildcard t/fuzz/*.c))
define fuzzer
$(B)/t/fuzz-$(1): $(B)/t/fuzz/$(1).o $(B)/t/fuzz/replay/main.o $(LIB)
	@echo "  LD $$@"
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(PC_LIBS)
build/fuzz/$(1): t/fuzz/$(1).c $(LIB_SRC) build/gen/q.c | $(QUERIES)
	@mkdir -p $$(@D)
	clang -std=gnu17 -g -O1 -fsanitize=fuzzer,address,undefined $$(CPPFLAGS) -It -o $$@ \
	    t/fuzz/$(1).c $(LIB_SRC) build/gen/q.c $$(PC_LIBS)
endef
$(foreach f,$(FUZZERS),$(eval $(call fuzzer,$(f))))
FUZZ_SECONDS ?= 60
fuzz: $(FUZZERS:%=build/fuzz/%)
	for f in $(FUZZERS); do mkdir -p build/fuzz/found-$$f && \
	    build/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) build/fuzz/found-$$f t/fuzz/corpus/$$f || exit 1; done

TESTS := $(FUZZERS:%=$(B)/t/fuzz-%) $(B)/t/unit-tests $(B)/t/db-tests $(B)/t/http-tests
unit: $(B)/t/unit-tests $(FUZZERS:%=$(B)/t/fuzz-%)
	$(B)/t/unit-tests
	@for f in $(FUZZERS); do $(B)/t/fuzz-$$f t/fuzz/corpus/$$f/* || exit 1; done
db: server web $(B)/t/db-tests
	t/with-stack.sh $(B)/bin -- $(B)/t/db-tests
http: server web $(B)/t/http-tests
	t/with-stack.sh $(B)/bin -- $(B)/t/http-tests
	t/with-stack.sh --tls $(B)/bin -- $(B)/t/http-tests
	t/with-stack.sh --tls --env production $(B)/bin -- $(B)/t/http-tests
# What the sanitizers do not see: values used before they are set.
VALGRIND := valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
	--errors-for-leak-kinds=definite
valgrind: server web $(B)/t/unit-tests $(B)/t/db-tests
	$(VALGRIND) $(B)/t/unit-tests
	t/with-stack.sh $(B)/bin -- $(VALGRIND) $(B)/t/db-tests
browser: server web
	t/with-stack.sh $(B)/bin -- assets/node_modules/.bin/playwright test -c t/browser
stack-test: server web
	t/stack-test.sh
web-check: build/node_modules.stamp
	cd assets && npm run --silent check
# Each figure against a floor of the same run; see t/bench/run.sh.
$(B)/t/bench-constant: $(B)/t/bench/constant.o $(LIB)
	@echo "  LD $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PC_LIBS)
bench: server web $(B)/t/bench-constant
	t/with-stack.sh $(B)/bin -- t/bench/run.sh
lint:
	@t/lint.sh $(LIB_SRC) $(wildcard cgi/*/*.c t/*/*.c t/fuzz/replay/*.c)

# Everything, as CI runs it; the sanitizer build runs all tests written in C once more.
check: deps
	@$(MAKE) --no-print-directory -j2 all $(TESTS)
	@$(MAKE) --no-print-directory lint web-check
	@$(MAKE) --no-print-directory unit db http browser stack-test valgrind
	@$(MAKE) --no-print-directory SAN=1 -j2 server $(TESTS:build/%=build/san/%)
	@$(MAKE) --no-print-directory SAN=1 unit db http
	@echo "make check: everything passed"

clean:
	rm -rf build

-include $(shell find $(B)/cgi $(B)/lib $(B)/gen $(B)/t -name '*.d' 2>/dev/null)
