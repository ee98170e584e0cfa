/// The version of the suite; the Makefile reads it from this line.
let version = "0.1"
