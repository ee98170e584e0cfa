# Measures, draws and converts every sound file of a folder, and makes again only what has changed.
#
#   make -f pipelines/reproducible.mk SOUNDS=folder [OUT=folder] [-j N] [TARGET]
#
# For each sound folder/NAME.flac (or .wav, .ogg, .mp3, .aiff …) it makes
#
#   OUT/NAME.sm              records of everything that is measured, without the sound
#   OUT/NAME.json            the final values
#   OUT/NAME.png             a spectrogram with the loudness beneath
#   OUT/picofox/NAME.wav     the file for the transmitter
#
# Targets: all (unless given); references, which keeps the present values and files as what is right;
# check, which compares with them; a file's name.  `make -k check` goes on behind a difference, and
# `make -B` makes everything again, after the tools have changed.

SOUNDS = .
OUT = measured
REFERENCES = references
# How much a sample of the transmitter's file may differ, dBFS, and a level, dB.
TOLERANCE = -90
SLACK = 0.05
FIELDS = loudness.integrated,loudness.range,loudness.momentary_max,loudness.true_peak_max
TARGET =
PICOFOX = --normalize
PICTURE = --size 1280x720

# A stage that fails fails the recipe, and what a failed recipe began goes away.
SHELL = /bin/bash
.SHELLFLAGS = -euo pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

.PHONY: all check references
all:
check:
references:

# A word for the shell, whatever is in it.
quote = '$(subst ','\'',$1)'
sound = $(call quote,$<)
made = $(call quote,$@)
part = $(call quote,$@.part)

# Every product appears whole or not at all, even when make is killed.
whole = && mv -- $(part) $(made) || { rm -f -- $(part); exit 1; }

define records
sm-capture -q -- $(sound) | sm-loudness -q $(if $(TARGET),--target $(TARGET)) | \
  sm-fft -q --bins --no-pcm >$(part) $(whole)
endef

define values
sm-render json --last -i $(sound) >$(part) $(whole)
endef

define picture
sm-render timeline -q $(PICTURE) -i $(sound) -o $(made)
endef

define device
sm-render picofox -q $(PICOFOX) -i $(sound) -o - >$(part) $(whole)
endef

# The values as conditions, and the transmitter's file.
define remember
@mkdir -p $(call quote,$(REFERENCES))
sm-render csv --last --exact --fields $(FIELDS) -i $(sound) | $(conditions) >$(call quote,$1.checks.part)
cp -- $(call quote,$2) $(call quote,$1.wav.part)
mv -- $(call quote,$1.wav.part) $(call quote,$1.wav) && \
  mv -- $(call quote,$1.checks.part) $(call quote,$1.checks)
endef

# A line a condition; a value that is missing cannot be checked.
conditions = awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $$i } \
  NR == 2 { for (i = 1; i <= NF; i++) if ($$i != "") \
    printf "%s in %.4f..%.4f\n", name[i], $$i - $(SLACK), $$i + $(SLACK) }'

define compare
@[ -e $(call quote,$1.checks) ] && [ -e $(call quote,$1.wav) ] || \
  { printf '%s: no reference; keep one by the target references\n' $(call quote,$1) >&2; exit 1; }
@mapfile -t conditions <$(call quote,$1.checks) && \
  sm-render check "$${conditions[@]}" -i $(sound)
@sm-render compare $(call quote,$1.wav) --tolerance $(TOLERANCE) -i $(call quote,$2) >$(part) || \
  { cat $(part) >&2; rm -f -- $(part); exit 1; }
@printf '%s: as its reference\n' $(call quote,$1)
@mv -- $(part) $(made)
endef

# Rules for each file, and their names for make: what it cannot name is said and left out.
here := $(dir $(lastword $(MAKEFILE_LIST)))
answer := $(shell $(call quote,$(here)reproducible/rules.sh) $(call quote,$(SOUNDS)) \
  $(call quote,$(OUT)) $(call quote,$(REFERENCES)) || echo failed)
ifneq ($(answer),)
$(error nothing was made)
endif
space := $(subst ,, )
include $(subst $(space),\ ,$(OUT))/.rules.mk
