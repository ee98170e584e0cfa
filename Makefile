# SignalMetric for pipes.  `make demo` measures sound, `make test` checks everything,
# `make install` and `make deb` bring it to others.
#
# Everything is built for this machine; NATIVE= builds for any machine of its kind.

PREFIX = /usr/local
DESTDIR =
FILES =
NATIVE = -Xcc -march=native -Xswiftc -DNATIVE

TOOLS = $(notdir $(wildcard Sources/sm-*))
BUILD = .build/release
VERSION = $(shell sed -n 's/^let version = "\(.*\)"/\1/p' Sources/SampleIO/Version.swift)
RELEASE = -c release --static-swift-stdlib $(NATIVE)
TEST = -c release --scratch-path .build/test -Xswiftc -enable-testing $(NATIVE)
BUILD_DEPS = pkg-config libsndfile1-dev libfftw3-dev libsoxr-dev librubberband-dev libcairo2-dev
CHECK_DEPS = mandoc shellcheck alsa-utils tmux espeak-ng weasyprint parallel openssh-server rsync \
  iproute2 python3 python3-numpy zsh fish
DEB_DEPS = dpkg-dev binutils
BENCH_DEPS = ffmpeg sox rubberband-cli libebur128-dev time gcc

GALLERY_DEPS = sonic-pi-samples

BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
# Where the shells of Debian look.
BASH = bash-completion/completions
ZSH = zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISH = fish/vendor_completions.d
PIPELINES = $(shell find pipelines -path pipelines/gallery -prune -o \
  -path pipelines/presets -prune -o -type f -print)

.PHONY: build demo test lint install install-files uninstall deb deb-check bench bench-deps soak gallery clean

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
	shellcheck -x pipelines/*.sh pipelines/*/*.sh Tests/*.sh .ci/run .ci/need .ci/deb
	mandoc -T lint -W warning man/man?/*.?

install: build install-files

# What `make build`, or another build that BUILD names, has made; needs no compiler.
install-files:
	install -d $(BIN)
	for tool in $(TOOLS); do \
	  install -m 755 $(BUILD)/$$tool $(BIN)/ && \
	  strip $(BIN)/$$tool || exit 1; \
	done
	for page in man/man?/*.?; do \
	  install -D -m 644 $$page $(SHARE)/$${page} || exit 1; \
	done
	install -d $(SHARE)/$(BASH) $(SHARE)/$(ZSH) $(SHARE)/$(FISH)
	for tool in $(TOOLS); do \
	  $(BUILD)/$$tool --completion bash > $(SHARE)/$(BASH)/$$tool && \
	  $(BUILD)/$$tool --completion zsh > $(SHARE)/$(ZSH)/_$$tool && \
	  $(BUILD)/$$tool --completion fish > $(SHARE)/$(FISH)/$$tool.fish || exit 1; \
	done
	for file in $(PIPELINES); do \
	  mode=644; [ ! -x $$file ] || mode=755; \
	  install -D -m $$mode $$file $(SHARE)/signalmetric/$$file || exit 1; \
	done
	for file in pipelines/presets/*; do \
	  install -D -m 644 $$file $(SHARE)/signalmetric/presets/$$(basename $$file) || exit 1; \
	done
	for file in README.md pipelines/gallery/*.png; do \
	  install -D -m 644 $$file $(SHARE)/doc/signalmetric/$$file || exit 1; \
	done

uninstall:
	for tool in $(TOOLS); do \
	  rm -f $(BIN)/$$tool $(SHARE)/$(BASH)/$$tool $(SHARE)/$(ZSH)/_$$tool \
	    $(SHARE)/$(FISH)/$$tool.fish; \
	done
	for page in man/man?/*.?; do rm -f $(SHARE)/$$page; done
	rm -rf $(SHARE)/signalmetric $(SHARE)/doc/signalmetric

# A Debian package for any machine of this kind, in .build/.
deb:
	@./.ci/need $(BUILD_DEPS) $(DEB_DEPS)
	swift build -c release --static-swift-stdlib --scratch-path .build/portable
	rm -rf .build/deb
	$(MAKE) --no-print-directory install-files BUILD=.build/portable/release PREFIX=/usr \
	  DESTDIR=.build/deb/signalmetric
	./.ci/deb .build/deb $(VERSION)

# Installs the package in a fresh Debian, tries it, and removes it again; needs root.
deb-check: deb
	@./.ci/need debootstrap binutils
	./Tests/deb-check.sh .build/signalmetric_$(VERSION)_*.deb

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
