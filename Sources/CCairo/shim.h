#ifndef SIGNALMETRIC_CCAIRO_H
#define SIGNALMETRIC_CCAIRO_H

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

#endif
