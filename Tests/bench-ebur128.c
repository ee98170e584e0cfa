/* What sm-loudness is compared with: libebur128 on raw stereo Float32 at 48 kHz. */
#include <ebur128.h>
#include <stdio.h>

int main(void) {
  static float block[2048 * 2];
  ebur128_state *state = ebur128_init(
      2, 48000, EBUR128_MODE_M | EBUR128_MODE_S | EBUR128_MODE_I | EBUR128_MODE_LRA |
                    EBUR128_MODE_SAMPLE_PEAK | EBUR128_MODE_TRUE_PEAK);
  size_t frames;
  double value, momentary, range, peak;
  while ((frames = fread(block, 8, 2048, stdin)) > 0) {
    ebur128_add_frames_float(state, block, frames);
    ebur128_loudness_momentary(state, &momentary);
  }
  ebur128_loudness_global(state, &value);
  ebur128_loudness_range(state, &range);
  ebur128_true_peak(state, 0, &peak);
  printf("%.3f LUFS, %.3f LU, peak %.5f\n", value, range, peak);
  ebur128_destroy(&state);
  return 0;
}
