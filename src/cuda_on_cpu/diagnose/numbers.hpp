// Reports integers that change because they do not fit: sums and products that wrap around,
// integers that are rounded to floats, and integers of which only the lowest 16 or 8 bits are kept.
// None of this is a fault by itself, but it explains many wrong results. So each place is reported
// as a note, with the numbers that were seen.
#pragma once
#include <cstdint>

namespace cuda_on_cpu::diagnose {

void check_float(long long number, const void* code);
// The number is cut to `bits` bits, which are stored at `address`, or in a register if `address` is
// null. Only the instruction that later reads the bits shows whether they have a sign.
void check_narrow(long long number, int bits, const char* address, const void* code);
// The number is added to the 16 bits at the address.
void check_sum(long long number, const char* address, const void* code);
// The number is cut to 16 or 8 bits, and these are used as a number with a sign.
void check_signed(long long number, int bits, const void* code);
// Records a read of the bits at the address, as read number `place`. A later read with the same
// number replaces it.
void note_read_of_half(const char* address, uint32_t place, int bits);
// The bits of read number `place` are used as a number with a sign.
void check_sign(uint32_t place);

}  // namespace cuda_on_cpu::diagnose
