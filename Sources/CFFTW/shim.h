#ifndef SIGNALMETRIC_CFFTW_H
#define SIGNALMETRIC_CFFTW_H

#include <fftw3.h>

/* macros with a shift and a cast do not reach Swift */
static inline unsigned sm_fftw_estimate(void) { return FFTW_ESTIMATE; }
static inline unsigned sm_fftw_measure(void) { return FFTW_MEASURE; }

/* an array of unknown length does not either */
static inline const char *sm_fftw_version(void) { return fftwf_version; }

#endif
