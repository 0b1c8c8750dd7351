// __device__ and __constant__ variables. The program has one copy of each variable, which holds the
// values of one device. The values of other devices are stored elsewhere, and are swapped in when
// their device needs them.
#pragma once
#include <cstddef>

namespace cuda_on_cpu {

// Whether the address lies in a __device__ or __constant__ variable.
bool is_device_symbol(const void* address);
// Whether the whole range is in one of these variables.
bool in_device_symbols(const void* address, size_t bytes);

char* device_symbols();
size_t device_symbols_bytes();

// An array of __device__ memory. Such arrays have guards on both sides, which hold known values.
struct DeviceArray {
  const char* begin;
  const char* name;
  size_t bytes;
  size_t element_bytes;
};
bool in_device_guard(const void* address);
bool has_device_array_of(size_t elements);
// The array that is nearest to the address. There is always one, because guards exist only around
// arrays.
const DeviceArray& nearest_device_array(const void* address);
// Returns the first overwritten place in a guard, or null, and restores the guard.
const char* written_device_guard();

// Called before main, when the variables still have their initial values.
void keep_initial_symbols();

// While an object of this class exists, the variables have the values of its device. Several
// launches of one device share the values; another device waits.
class SymbolsOfDevice {
 public:
  explicit SymbolsOfDevice(int device);
  ~SymbolsOfDevice();
  SymbolsOfDevice(const SymbolsOfDevice&) = delete;
  SymbolsOfDevice& operator=(const SymbolsOfDevice&) = delete;
};

}  // namespace cuda_on_cpu
