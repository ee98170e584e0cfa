#ifndef SIGNALMETRIC_CGETOPT_H
#define SIGNALMETRIC_CGETOPT_H

#include <getopt.h>

/* optind 0 makes glibc forget the word that an earlier scan stopped in.
   optarg, optind and opterr are mutable globals, which Swift 6 refuses to touch:
   they are reached through functions. */

static inline const char *sm_optarg(void) { return optarg; }
static inline int sm_optind(void) { return optind; }
static inline int sm_optopt(void) { return optopt; }
static inline void sm_getopt_begin(void) { opterr = 0; optind = 0; }

#endif
