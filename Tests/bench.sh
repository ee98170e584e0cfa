#!/bin/bash
# Measures speed and memory side by side with the peers: `make bench`.
#
# Medians of five runs, the programs in turn, so that a busy machine disturbs all alike. CPU is
# user and system time of the whole pipeline. The job is ten minutes of stereo Float32 noise at
# 48 kHz, 230 MB of raw PCM. Peers that are missing are left out: make bench-deps.
set -euo pipefail

runs=${RUNS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
job=$work/job.f32
sm-capture -q --noise pink --level -12 --duration 600 -t raw >"$job"
sm-capture -q -r 48000 -c 2 -f f32 "$job" >"$work/job.sm"

declare -A cpu wall
have() { command -v "$1" >/dev/null; }

# measure NAME COMMAND: one run, its times behind the earlier ones.
measure() {
  local times
  times=$({
    TIMEFORMAT='%R %U %S'
    time bash -c "$2" >/dev/null 2>&1
  } 2>&1)
  read -r real user system <<<"$times"
  wall[$1]+="$real "
  cpu[$1]+="$(awk -v u="$user" -v s="$system" 'BEGIN { print u + s }') "
}

median() { tr ' ' '\n' <<<"$1" | grep . | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# compare TITLE TARGET OURS COMMAND [PEER COMMAND]...: runs all in turn and prints a table.
compare() {
  local title=$1 target=$2 name ours_cpu ours_wall
  shift 2
  local names=() commands=()
  while [ $# -gt 0 ]; do
    names+=("$1") commands+=("$2")
    shift 2
  done
  cpu=() wall=()
  for _ in $(seq "$runs"); do
    for i in "${!names[@]}"; do measure "${names[$i]}" "${commands[$i]}"; done
  done
  printf '\n%s\n' "$title"
  ours_cpu=$(median "${cpu[${names[0]}]}")
  ours_wall=$(median "${wall[${names[0]}]}")
  for name in "${names[@]}"; do
    awk -v n="$name" -v c="$(median "${cpu[$name]}")" -v w="$(median "${wall[$name]}")" \
      -v oc="$ours_cpu" -v ow="$ours_wall" 'BEGIN {
        printf "  %-44s CPU %7.3f s  wall %7.3f s", n, c, w
        if (oc > 0 && n !~ /^sm-/) printf "   %5.2f x our CPU, %5.2f x our wall", c / oc, w / (ow > 0 ? ow : 1)
        printf "\n"
      }'
  done
  printf '  target: %s\n' "$target"
}

# P1: loudness, levels and true peak of the job.
peers=()
if have ffmpeg; then
  peers+=('ffmpeg ebur128=peak=true'
    "ffmpeg -nostats -hide_banner -f f32le -ar 48000 -ac 2 -i $job -af ebur128=peak=true -f null -")
fi
if have gcc && [ -e /usr/include/ebur128.h ]; then
  gcc -O2 -o "$work/ebur128" "$(dirname "$0")/bench-ebur128.c" -lebur128
  peers+=('libebur128, M S I LRA true peak' "$work/ebur128 <$job")
fi
compare 'P1  loudness of ten minutes of stereo, records in and out' \
  "at most 1/8 of ffmpeg's CPU (native build)" \
  'sm-loudness -r 48000 -c 2 <job.f32' "sm-loudness -r 48000 -c 2 <$job" \
  'sm-loudness <job.sm' "sm-loudness <$work/job.sm" \
  "${peers[@]}"

# P3: spectrum and beat of the job.
peers=()
have sox && peers+=('sox spectrogram' "sox -r 48000 -c 2 -t f32 $job -n spectrogram -o $work/x.png")
compare 'P3  spectrum (2,048 points, all of SPEC) and beat of ten minutes of stereo' \
  "at most 1/3 of sox spectrogram's CPU (native build)" \
  'sm-fft -r 48000 -c 2 <job.f32' "sm-fft -r 48000 -c 2 <$job" \
  'sm-fft <job.sm' "sm-fft <$work/job.sm" \
  'sm-fft --bins --no-pcm <job.sm' "sm-fft --bins --no-pcm <$work/job.sm" \
  'sm-scope <job.sm' "sm-scope <$work/job.sm" \
  "${peers[@]}"

# P4: from a file to the picture of its spectrogram.
sm-capture -q -r 48000 -c 2 -f f32 "$job" -t wav --to s16 >"$work/job.wav"
peers=()
have sox && peers+=('sox spectrogram' "sox $work/job.wav -n spectrogram -o $work/x.png")
if have ffmpeg; then
  peers+=('ffmpeg showspectrumpic'
    "ffmpeg -nostats -hide_banner -y -i $work/job.wav -lavfi showspectrumpic $work/y.png")
fi
compare 'P4  spectrogram of ten minutes of stereo as PNG' "at most sox's wall time" \
  'sm-capture | sm-fft | sm-render timeline' \
  "sm-capture $work/job.wav | sm-fft --bins --no-pcm | sm-render timeline -o $work/z.png" \
  "${peers[@]}"

# P5: the job at 44.1 kHz, very high quality.
peers=()
if have ffmpeg; then
  peers+=('ffmpeg aresample=resampler=soxr:precision=28'
    "ffmpeg -nostats -hide_banner -f f32le -ar 48000 -ac 2 -i $job -af aresample=44100:resampler=soxr:precision=28 -f null -")
fi
if have sox; then
  peers+=('sox rate -v' "sox -t f32 -r 48000 -c 2 $job -t f32 - rate -v 44100")
fi
compare 'P5  ten minutes of stereo from 48 to 44.1 kHz' \
  "at most 1.2 of ffmpeg's soxr (CPU)" \
  'sm-resample 44100 --quality very-high' \
  "sm-resample 44100 --quality very-high -r 48000 -c 2 <$job" \
  'sm-resample 44100 --sinc' "sm-resample 44100 --sinc -r 48000 -c 2 <$job" \
  "${peers[@]}"

# Effects: one minute of the job, since good stretching takes a tenth of its time. sox stretches by
# cutting and overlapping waves; rubberband is the engine's own program, with its offline engine.
head -c $((60 * 48000 * 8)) "$job" >"$work/minute.f32"
minute="-r 48000 -c 2 -f f32 <$work/minute.f32"
sm-capture -q -r 48000 -c 2 -f f32 "$work/minute.f32" -t wav >"$work/minute.wav"
peers=()
have sox && peers+=('sox tempo 0.5' "sox $work/minute.wav -t f32 - tempo 0.5")
have rubberband && peers+=('rubberband -3 -t 2' "rubberband -q -3 -t 2 $work/minute.wav $work/x.wav"
  'rubberband -2 -t 2' "rubberband -q -2 -t 2 $work/minute.wav $work/x.wav")
compare 'effect  one minute of stereo at half the tempo' 'none: the same engine as rubberband' \
  'sm-effect slow' "sm-effect slow $minute" 'sm-effect slow --fast' "sm-effect slow --fast $minute" \
  "${peers[@]}"
peers=()
have sox && peers+=('sox pitch 1000' "sox $work/minute.wav -t f32 - pitch 1000")
have rubberband && peers+=('rubberband -3 -p 10' "rubberband -q -3 -p 10 $work/minute.wav $work/x.wav")
compare 'effect  one minute of stereo, 1,000 cents higher' 'none: the same engine as rubberband' \
  'sm-effect high' "sm-effect high $minute" 'sm-effect high --fast' "sm-effect high --fast $minute" \
  "${peers[@]}"
peers=()
have sox && peers+=('sox reverb' "sox -t f32 -r 48000 -c 2 $job -t f32 - reverb"
  'sox echos' "sox -t f32 -r 48000 -c 2 $job -t f32 - echo 1 1 300 0.5")
compare 'effect  reverb and echo on ten minutes of stereo' 'none' \
  'sm-effect reverb' "sm-effect reverb -r 48000 -c 2 -f f32 <$job" \
  'sm-effect echo' "sm-effect echo -r 48000 -c 2 -f f32 <$job" "${peers[@]}"

# P6: the transmitter's file of four minutes of stereo.
sm-capture -q --noise pink --level -18 --duration 240 -t wav --to s16 >"$work/four.wav"
peers=()
if have sox; then
  peers+=('sox rate -v 5000' "sox $work/four.wav -b 16 $work/sox.wav remix - rate -v 5000")
fi
compare 'P6  the transmitter file of four minutes of stereo' "at most sox's" \
  'sm-render picofox' "sm-render picofox -o - -i $work/four.wav" "${peers[@]}"

# P2: fourteen bands for each of two channels; the peers get the same bands of one octave.
left=3,-2,4,1,-3,2,5,-4,3,2,1,-2,4,3 right=-3,2,-4,-1,3,-2,-5,4,-3,-2,-1,2,-4,-3
bands=(8 16 32 64 128 256 512 1024 2048 3072 4096 5120 10240 16384)
IFS=, read -ra gains <<<"$left"
sox_bands='' ffmpeg_bands=''
for i in "${!bands[@]}"; do
  sox_bands+=" equalizer ${bands[$i]} 1.414q ${gains[$i]}"
  ffmpeg_bands+="${ffmpeg_bands:+,}equalizer=f=${bands[$i]}:t=q:w=1.414:g=${gains[$i]}"
done
# equalizers TITLE TARGET SINK: the same commands into nothing, or into a pipe that somebody reads.
equalizers() {
  local peers=()
  if have sox; then
    peers+=('sox, 14 equalizers' "sox -t f32 -r 48000 -c 2 $job -t f32 - $sox_bands $3")
  fi
  if have ffmpeg; then
    peers+=('ffmpeg, 14 equalizers'
      "ffmpeg -nostats -hide_banner -f f32le -ar 48000 -ac 2 -i $job -af $ffmpeg_bands -f f32le - $3")
  fi
  if have dsp; then
    peers+=('dsp, 14 eqs'
      "dsp -q -t raw -e float -r 48000 -c 2 $job -o -t raw -e float - ${sox_bands//equalizer/eq} $3")
  fi
  compare "$1" "$2" \
    'sm-eq -r 48000 -c 2 <job.f32' "sm-eq -r 48000 -c 2 --left=$left --right=$right <$job $3" \
    'sm-eq <job.sm' "sm-eq --left=$left --right=$right <$work/job.sm $3" \
    "${peers[@]}"
}
equalizers 'P2  fourteen bands on two channels of ten minutes' \
  "at most 1/12 of sox's CPU (native build)" ''
equalizers 'P2  the same into a pipe: with what a pipe and its reader cost' 'none' '| cat'

# P7: every stage that a signal can pass.
compare 'P7  capture, eq, loudness, fft, scope and json of ten minutes of stereo' \
  '400 x real time: 1.5 s wall' \
  'sm-capture | sm-eq | sm-loudness | … | json' \
  "sm-capture -r 48000 -c 2 -f f32 $job | sm-eq --left=$left --right=$right | sm-loudness | sm-fft | sm-scope | sm-render json" \
  'cat | cat | cat | cat | cat | cat' "cat $job | cat | cat | cat | cat | cat"

# P9: ten stereo files of two minutes at once, all that reproducible.mk makes of them, on one
# processor, on two, and so on.
if have make && have taskset; then
  mkdir "$work/ten"
  for i in $(seq 10); do
    sm-capture -q --noise pink --seed "$i" --level -18 --duration 120 -t wav --to s16 >"$work/ten/$i.wav"
  done
  printf '\nP9  ten stereo files of two minutes at once by make -j, target: scales with the cores\n'
  cores=1
  cpu=() wall=()
  while [ $cores -le "$(nproc)" ]; do
    for _ in $(seq "$runs"); do
      rm -rf "$work/out"
      measure P9-$cores "taskset -c 0-$((cores - 1)) make -s -j $cores \
        -f '$(dirname "$0")/../pipelines/reproducible.mk' SOUNDS='$work/ten' OUT='$work/out'"
    done
    awk -v c=$cores -v w="$(median "${wall[P9-$cores]}")" -v u="$(median "${cpu[P9-$cores]}")" \
      -v first="$(median "${wall[P9-1]}")" 'BEGIN {
        printf "  %2d processors, make -j %-25d CPU %7.3f s  wall %7.3f s   %5.2f x as fast as one\n",
          c, c, u, w, first / w
      }'
    cores=$((cores * 2))
  done
fi

# P8: start-up, a hundred runs each.
printf '\nP8  start-up of --version, mean of 200, target 3 ms (sm-render 5 ms)\n'
start() {
  local seconds
  seconds=$({
    TIMEFORMAT=%R
    time for _ in $(seq 200); do "$@" >/dev/null 2>&1; done
  } 2>&1)
  awk -v n="$*" -v s="$seconds" 'BEGIN { printf "  %-44s %.2f ms\n", n, s * 5 }'
}
for tool in sm-capture sm-effect sm-eq sm-fft sm-loudness sm-render sm-resample sm-scope; do start "$tool" --version; done
have sox && start sox --version
have ffmpeg && start ffmpeg -version

# L1: delay of a stage on live input, beside cat.
if have gcc; then
  gcc -O2 -o "$work/latency" "$(dirname "$0")/bench-latency.c"
  printf '\nL1  delay of a stage on live blocks of 2,048 frames, target 0.5 ms more than cat\n'
  for stage in cat 'sm-capture --live -q -r 48000 -c 2 -f f32' \
    'sm-loudness --live -q -r 48000 -c 2 -f f32'; do
    # shellcheck disable=SC2086
    printf '  %-44s %s\n' "$stage" "$("$work/latency" 16384 200 $stage 2>/dev/null)"
  done
fi

# M1: resident memory after 1 and after 60 minutes.
if [ -x /usr/bin/time ]; then
  printf '\nM1  resident memory, target 24 MB, the same after 1 and after 60 minutes\n'
  resident() {
    local minutes=$1 tool=$2
    shift 2
    "$@" | /usr/bin/time -f %M -o "$work/rss" bash -c "exec $tool" >/dev/null 2>&1
    printf '  %-44s %3d min: %5.1f MB\n' "$tool" "$minutes" "$(awk '{ print $1 / 1024 }' "$work/rss")"
  }
  for minutes in 1 60; do
    source=(sm-capture -q --tone 997 --duration $((minutes * 60)))
    resident $minutes 'sm-capture -r 48000 -c 2 -f f32' "${source[@]}" -t raw
    resident $minutes sm-loudness "${source[@]}"
    resident $minutes 'sm-resample 44100 --quality very-high' "${source[@]}"
    resident $minutes 'sm-effect --fast fast echo reverb' "${source[@]}"
    resident $minutes 'sm-eq --left=3,-2,4,1,-3,2,5,-4,3,2,1,-2,4,3' "${source[@]}"
    resident $minutes sm-fft "${source[@]}"
    resident $minutes sm-scope "${source[@]}"
    measured() { "${source[@]}" | sm-loudness --no-pcm; }
    resident $minutes 'sm-render json' measured
  done
fi
