# SignalMetric for pipes.  `make demo` measures sound, `make test` checks everything.
#
# Everything is built for this machine; NATIVE= builds for any machine of its kind.

PREFIX = /usr/local
DESTDIR =
FILES =
NATIVE = -Xcc -march=native -Xswiftc -DNATIVE

TOOLS = $(notdir $(wildcard Sources/sm-*))
BUILD = .build/release
RELEASE = -c release --static-swift-stdlib $(NATIVE)
TEST = -c release --scratch-path .build/test -Xswiftc -enable-testing $(NATIVE)
BUILD_DEPS = pkg-config libsndfile1-dev libfftw3-dev libsoxr-dev librubberband-dev libcairo2-dev
CHECK_DEPS = mandoc shellcheck alsa-utils tmux espeak-ng weasyprint parallel openssh-server rsync \
  iproute2 python3-numpy
BENCH_DEPS = ffmpeg sox rubberband-cli libebur128-dev time gcc

GALLERY_DEPS = sonic-pi-samples

.PHONY: build demo test lint install uninstall bench bench-deps soak gallery clean

build:
	@./.ci/need $(BUILD_DEPS)
	swift build $(RELEASE)

demo: build
	@PATH="$(CURDIR)/$(BUILD):$$PATH" ./pipelines/measure.sh $(if $(FILES),--demo $(FILES),--demo)

test:
	@./.ci/need $(BUILD_DEPS) $(CHECK_DEPS)
	swift build --build-tests --explicit-target-dependency-import-check error $(TEST)
	swift test --skip-build $(TEST)

lint:
	@./.ci/need $(CHECK_DEPS)
	swift format lint --strict -r -p Package.swift Sources Tests
	shellcheck -x pipelines/*.sh pipelines/*/*.sh Tests/*.sh .ci/run .ci/need
	mandoc -T lint -W warning man/man?/*.?

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	for tool in $(TOOLS); do \
	  install -m 755 $(BUILD)/$$tool $(DESTDIR)$(PREFIX)/bin/ && \
	  strip $(DESTDIR)$(PREFIX)/bin/$$tool || exit 1; \
	done
	for page in man/man?/*.?; do \
	  section=$$(basename $$(dirname $$page)); \
	  install -d $(DESTDIR)$(PREFIX)/share/man/$$section && \
	  install -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/$$section/ || exit 1; \
	done

uninstall:
	for tool in $(TOOLS); do rm -f $(DESTDIR)$(PREFIX)/bin/$$tool; done
	for page in man/man?/*.?; do rm -f $(DESTDIR)$(PREFIX)/share/$$page; done

bench: build
	@PATH="$(CURDIR)/$(BUILD):$$PATH" ./Tests/bench.sh

soak: build
	@PATH="$(CURDIR)/$(BUILD):$$PATH" ./Tests/soak.sh

bench-deps:
	@./.ci/need $(BENCH_DEPS)

gallery: build
	@./.ci/need $(GALLERY_DEPS)
	@PATH="$(CURDIR)/$(BUILD):$$PATH" ./pipelines/gallery.sh pipelines/gallery

clean:
	rm -rf .build
