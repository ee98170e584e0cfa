#ifndef SIGNALMETRIC_CRUBBERBAND_H
#define SIGNALMETRIC_CRUBBERBAND_H

#include <rubberband/rubberband-c.h>

#endif
