// __device__ and __constant__ variables. The program has one copy of each variable. At any time,
// these copies hold the values of one device. The values of the other devices are stored elsewhere,
// and are swapped in when they are needed.
#pragma once
#include <cstddef>

namespace cuda_on_cpu {

// Whether the address lies in a __device__ or __constant__ variable.
bool is_device_symbol(const void* address);
// Whether the whole range lies in the memory of these variables.
bool in_device_symbols(const void* address, size_t bytes);

char* device_symbols();
size_t device_symbols_bytes();

// An array in __device__ memory, with a guard on each side. The guards hold known values.
struct DeviceArray {
  const char* begin;
  const char* name;
  size_t bytes;
  size_t element_bytes;
};
bool in_device_guard(const void* address);
bool has_device_array_of(size_t elements);
// The array that is nearest to the address, which must be in a guard. Guards exist only around
// arrays, so there is a nearest array.
const DeviceArray& nearest_device_array(const void* address);
// Finds the first overwritten word of the guards. Restores this word and returns its address, or
// returns null if no word was overwritten.
const char* written_device_guard();

// Called before main, when the variables still have their initial values.
void keep_initial_symbols();

// While an object of this class exists, the variables have the values of its device. Objects for
// the same device may exist at the same time; the constructor for another device waits.
class SymbolsOfDevice {
 public:
  explicit SymbolsOfDevice(int device);
  ~SymbolsOfDevice();
  SymbolsOfDevice(const SymbolsOfDevice&) = delete;
  SymbolsOfDevice& operator=(const SymbolsOfDevice&) = delete;
};

}  // namespace cuda_on_cpu
