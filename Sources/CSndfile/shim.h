#ifndef SIGNALMETRIC_CSNDFILE_H
#define SIGNALMETRIC_CSNDFILE_H

#include <sndfile.h>

#endif
