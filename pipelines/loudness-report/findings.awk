# Finds what is worth knowing in the measurements of one file, and when it was.
#
# Reads the CSV that loudness-report.sh asks sm-render for, a line a block. Writes facts, with tabs
# between fields and in no order of time:
#   V key value
#   F kind from to channels value unit
# and to the file `curves` a line a block: time, momentary, short-term, least and greatest sample
# of the first and of the second half of the block for each channel.
#
# Variables: rate, channels, mask (of the channels), silence (dBFS), quiet (s), limit (dBTP), curves.

BEGIN {
  FS = ","
  OFS = "\t"
  lfe = channels == 6 && mask == 0 ? 4 : 0
  if (int(mask / 8) % 2) lfe = mask % 2 + int(mask / 2) % 2 + int(mask / 4) % 2 + 1
  # How long nothing may happen within one finding, and how short one may be, seconds.
  join["clipping"] = join["true_peak"] = 1
  least["silence"] = least["dropout"] = quiet
}

NR == 1 { next }

ended { fail("several sources in one file; report on each by itself") }

{
  from = $1 / rate
  to = ($1 + $2) / rate
}

$3 != "" { finish() }

# A session's end has no sound.
$3 == "" && $2 > 0 { block() }

END {
  if (broken) exit 1
  if (!ended) fail("the measurement has no end")
}

function fail(words) {
  if (!broken) print words >"/dev/stderr"
  broken = 1
  exit 1
}

# One block: what is above or below a limit in it, and what has become higher than ever.
function block(    c, at, all, power) {
  if ($6 != "" && $6 > loudest_m || $6 != "" && !has_m) { loudest_m = $6; has_m = 1; m_at = to }
  if ($7 != "" && $7 > loudest_s || $7 != "" && !has_s) { loudest_s = $7; has_s = 1; s_at = to }
  if ($15 > lost) { extend("lost", from, from, "", ($15 - lost) / rate, "s"); lost = $15 }
  all = 1
  power = 0
  printf "%.4f\t%s\t%s", to, $4, $5 >curves
  for (c = 1; c <= channels; c++) {
    at = 17 + (c - 1) * 10
    energy[c] = $at == "" ? 0 : 10 ^ ($at / 10)
    power += energy[c]
    if ($at != "" && $at > silence) all = 0
    if ($(at + 1) != "" && (!(c in peak) || $(at + 1) > peak[c])) peak[c] = $(at + 1)
    if ($(at + 2) != "" && (!has_peak || $(at + 2) > highest)) {
      highest = $(at + 2); has_peak = 1; peak_from = from; peak_to = to; peak_channel = c
    }
    if ($(at + 2) != "" && $(at + 2) > limit) extend("true_peak", from, to, c, $(at + 2), "dBTP")
    # A run of clipped samples that goes on from the block before is no new event.
    if ($(at + 4) == "true") extend("clipping", from, to, c, $(at + 3) - events[c], "events")
    events[c] = $(at + 3)
    sum[c] += $(at + 5) * $2
    printf "\t%s\t%s\t%s\t%s", $(at + 6), $(at + 8), $(at + 7), $(at + 9) >curves
  }
  print "" >curves
  if (all) extend("silence", from, to, "", silence, "dBFS")
  if (channels == 2) stereo(power)
  frames += $2
  if (to - second >= 1 - 1e-6) window()
}

# What two channels have to do with each other, summed up over a second.
function stereo(power,    c) {
  for (c = 1; c <= 2; c++) {
    if (energy[c] == 0 && energy[3 - c] > 1e-5) extend("dropout", from, to, c, "", "")
  }
  if ($14 != "" && energy[1] > 1e-6 && energy[2] > 1e-6) {
    together += $14 * power * $2
    weight += power * $2
    heard += $2 / rate
  }
  if (energy[1] > 0 || energy[2] > 0) {
    sound = 1
    if ($14 < 0.9999 || energy[1] > 1.01 * energy[2] || energy[2] > 1.01 * energy[1]) differ = 1
  }
}

# Ends a second: polarity is told from so much sound, never from one wave.
function window(    c, mean) {
  if (to - second >= 0.5) {
    seconds += 1
    for (c = 1; c <= channels; c++) {
      mean = frames > 0 ? sum[c] / frames : 0
      if (seconds == 1 || mean < dc_low[c]) dc_low[c] = mean
      if (seconds == 1 || mean > dc_high[c]) dc_high[c] = mean
      dc[c] += mean
    }
  }
  if (heard >= 0.3 && together / weight < -0.8)
    extend("polarity", second, to, "1 2", together / weight, "correlation")
  for (c in sum) sum[c] = 0
  frames = together = weight = heard = 0
  second = to
}

# An offset stays where it is from second to second; low sounds wander about.
function offsets(    c, mean) {
  if (seconds < 3) return
  for (c = 1; c <= channels; c++) {
    mean = dc[c] / seconds
    if ((mean < 0 ? -mean : mean) >= 0.003 && (mean < 0 ? -mean : mean) > 2 * (dc_high[c] - dc_low[c]))
      finding("dc", 0, from, c, mean, "of full scale")
  }
}

# Goes on with the finding of a kind, or begins one.
function extend(kind, start, end, channel, value, unit,    one, known) {
  one = kind == "dropout" ? kind " " channel : kind
  if (one in begin && start - until[one] > join[kind] + 1e-6) close_finding(one)
  if (!(one in begin)) {
    begin[one] = start
    worst[one] = value
    touched[one] = channel
    units[one] = unit
  } else {
    if (kind == "clipping" || kind == "lost") worst[one] += value
    else if (magnitude(kind, value) > magnitude(kind, worst[one])) worst[one] = value
    known = " " touched[one] " "
    if (channel != "" && index(known, " " channel " ") == 0)
      touched[one] = touched[one] " " channel
  }
  until[one] = end
}

function magnitude(kind, value) {
  return kind == "polarity" ? -value : value
}

function close_finding(one,    kind) {
  kind = one
  sub(/ .*/, "", kind)
  if (until[one] - begin[one] >= least[kind] - 1e-6)
    finding(kind, begin[one], until[one], touched[one], worst[one], units[one])
  delete begin[one]
}

function finding(kind, start, end, where, value, unit) {
  if (start < 0) start = 0
  print "F", kind, sprintf("%.4f", start), sprintf("%.4f", end), where, value, unit
}

# The end record: final values, and findings about the whole file.
function finish(    one, c, dead, top, open_ones, hits) {
  ended = 1
  if (second < from) { to = from; window() }
  for (c = 1; c <= channels; c++) if (c in peak && (top == "" || peak[c] > top)) top = peak[c]
  for (c = 1; c <= channels; c++) {
    if (c != lfe && top != "" && top > -60 && (!(c in peak) || peak[c] < -80)) {
      finding("dead_channel", 0, from, c, c in peak ? peak[c] : "", "dBFS")
      dead = 1
      delete begin["dropout " c]
    }
  }
  offsets()
  # Closing a finding removes it, and what is being counted through must stand still.
  for (one in begin) open_ones[one] = 1
  for (one in open_ones) close_finding(one)
  if (channels == 2 && sound && !differ && !dead)
    finding("same_channels", 0, from, "1 2", "", "")
  if (has_m) finding("loudest_momentary", m_at - 0.4, m_at, "", $6, "LUFS")
  if (has_s) finding("loudest_short_term", s_at - 3, s_at, "", $7, "LUFS")
  if (has_peak) finding("highest_peak", peak_from, peak_to, peak_channel, $11, "dBTP")
  print "V", "seconds", sprintf("%.4f", from)
  print "V", "rate", rate
  print "V", "channels", channels
  print "V", "layout", $16
  print "V", "integrated", $8
  print "V", "range", $9
  print "V", "range_provisional", $12
  print "V", "momentary_max", $6
  print "V", "short_term_max", $7
  print "V", "true_peak_max", $11
  print "V", "plr", $10
  print "V", "target_delta", $13
  for (one in events) hits += events[one]
  print "V", "clip_events", hits + 0
}
