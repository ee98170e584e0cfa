#ifndef SIGNALMETRIC_CSOXR_H
#define SIGNALMETRIC_CSOXR_H

#include <soxr.h>

#endif
