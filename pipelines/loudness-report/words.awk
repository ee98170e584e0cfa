# What findings are called, and how numbers and times are written.

# Keeps the finding that stands in the line of facts.
function keep() {
  count += 1
  kind[count] = $2
  from[count] = $3
  to[count] = $4
  channels[count] = $5
  worth[count] = $6
  unit[count] = $7
}

# A time: 1:02:03.4, with so many decimals.
function clock(seconds, decimals,    hours, minutes, rest, scale) {
  scale = 10 ^ decimals
  seconds = int(seconds * scale + 0.5) / scale
  hours = int(seconds / 3600)
  minutes = int((seconds - hours * 3600) / 60)
  rest = seconds - hours * 3600 - minutes * 60
  rest = sprintf("%0*.*f", decimals > 0 ? 3 + decimals : 2, decimals, rest)
  return hours > 0 ? sprintf("%d:%02d:%s", hours, minutes, rest) : sprintf("%d:%s", minutes, rest)
}

function one_decimal(value) { return value == "" ? "-" : sprintf("%.1f", value) }

function in_channels(channels,    text) {
  if (channels == "") return ""
  text = channels
  gsub(/ /, ", ", text)
  return (channels ~ / / ? " in channels " : " in channel ") text
}

# A finding as people say it.
function sentence(kind, channels, value, limit,    where) {
  where = in_channels(channels)
  if (kind == "clipping") return "clipping: " value + 0 (value == 1 ? " event" : " events") where
  if (kind == "true_peak")
    return "true peak " sprintf("%.1f", value) " dBTP" where " (limit " limit ")"
  if (kind == "silence") return "silence: below " value " dBFS"
  if (kind == "dropout") return "dropout: no signal" where " while the other goes on"
  if (kind == "dead_channel")
    return "dead: " (value == "" ? "nothing" : "at most " sprintf("%.1f", value) " dBFS") where
  if (kind == "dc") return "DC offset " sprintf("%+.4f", value) " of full scale" where
  if (kind == "polarity")
    return "opposite polarity: channels 1 and 2, correlation " sprintf("%.2f", value)
  if (kind == "same_channels") return "channels 1 and 2 are the same"
  if (kind == "lost") return "lost: " sprintf("%.3f", value) " s are missing"
  if (kind == "loudest_momentary") return "loudest 0.4 s: " sprintf("%.1f", value) " LUFS"
  if (kind == "loudest_short_term") return "loudest 3 s: " sprintf("%.1f", value) " LUFS"
  if (kind == "highest_peak") return "highest true peak: " sprintf("%.1f", value) " dBTP" where
  return kind
}

# Whether a finding is something to repair, or only says where to listen.
function is_fault(kind) { return kind !~ /^(loudest_momentary|loudest_short_term|highest_peak)$/ }

# A list of what lies outside the target; empty if nothing does, or without a target.
function outside(target, tolerance, limit,    text, far) {
  if (target == "") return ""
  if (value["target_delta"] == "") text = "no loudness could be measured"
  else {
    far = value["target_delta"] < 0 ? -value["target_delta"] : value["target_delta"]
    if (far > tolerance + 1e-9)
      text = sprintf("%.1f LU %s the target", far, value["target_delta"] < 0 ? "below" : "above")
  }
  if (value["true_peak_max"] != "" && value["true_peak_max"] > limit)
    text = text (text == "" ? "" : ", ") sprintf("true peak over %s dBTP", limit)
  return text
}

# Text for a page.
function safe(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/>/, "\\&gt;", text)
  gsub(/"/, "\\&quot;", text)
  gsub(/[\001-\037\177]/, "\357\277\275", text)
  return text
}

# A sign that is as wide as a plus.
function minus(text) {
  gsub(/-/, "\342\210\222", text)
  return text
}

function level(text) { return text == "" ? "none" : minus(sprintf("%.1f", text)) }
