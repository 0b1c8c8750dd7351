// Integers that change because they do not fit: sums and products that wrap around, integers that
// become floats, integers that are stored in 16 bits. None of this is a fault by itself, but it
// explains many wrong results. So each place is reported as a note, with the numbers that were
// seen.
#pragma once

namespace cuda_on_cpu::diagnose {

void check_float(long long number, const void* code);
void check_short(long long number, const void* code);

}  // namespace cuda_on_cpu::diagnose
