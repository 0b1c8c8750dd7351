// Whole numbers that become others because there is no room for them: sums and products that wrap,
// numbers that become floats, numbers that are put into 16 bits. None of it is a fault by itself, but it
// explains many a wrong result, so each place is reported as a note with the numbers that were seen.
#pragma once

namespace cuda_on_cpu::diagnose {

void check_float(long long number, const void* code);
void check_short(long long number, const void* code);

}  // namespace cuda_on_cpu::diagnose
