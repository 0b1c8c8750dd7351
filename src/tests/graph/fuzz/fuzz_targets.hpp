// What the fuzzers do with each input. A finding ends the process: an exception that is not a fault
// of the input, a graph that is not valid, or a difference from the oracle.
#pragma once

#include <string>

namespace handshake {

// The reader of Matrix Market text must accept exactly the texts that the plain reader accepts, and
// make the same graph.
void fuzz_text(const std::string& text);

// The reader of binary files must give a valid graph or an InputError. If the first byte is odd,
// the checksums are corrected first, so that they do not hide later faults.
void fuzz_binary(std::string bytes);

}  // namespace handshake
