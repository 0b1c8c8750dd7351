// The code that the translator puts in place of CUDA's own syntax: launches, kernel bodies, shared
// memory.
//
//   k<<<grid, block>>>(x)          ->  (::cuda_on_cpu::Configuration("file:line",grid,block),
//                                        k(x))
//   __global__ void k(int* p) {..} ->  void k(int* p) {struct cuda_on_cpu_here{name and site};
//                                        ::cuda_on_cpu::parameters("p",p);
//                                        ::cuda_on_cpu::kernel<cuda_on_cpu_here>([=]()mutable->void{..});}
//   __shared__ int s[64];          ->  typedef int s__shared_type[64];
//                                      struct s__shared_name{its name};
//                                      s__shared_type& s=::cuda_on_cpu::shared<
//                                        s__shared_type,s__shared_name,cuda_on_cpu_here>();
#pragma once
#pragma GCC system_header
#include <type_traits>
#ifdef CUDA_ON_CPU_REMOTE
#include <typeinfo>
#endif

#include "cuda_on_cpu/api.h"
#include "cuda_on_cpu/members.h"

// In each kernel, this name means a separate type, which represents the kernel.
struct cuda_on_cpu_here;

extern "C" {
// A variable in shared memory, as it is declared.
struct cuda_on_cpu_shared_variable {
  const char* name;
  unsigned int bytes;
  unsigned int alignment;
  unsigned int element_bytes;  // of a single variable or an array of one dimension; otherwise 0
  cuda_on_cpu_shared_variable** list;  // its kernel's list; null after this variable was added
  cuda_on_cpu_shared_variable* next;
};
// What the runtime library remembers about one kernel (for a template, about one instantiation).
struct cuda_on_cpu_kernel {
  const char* name;
  const char* site;
  void (*run)(const void* body);
  cuda_on_cpu_shared_variable* const* shared;  // the first variable that the kernel itself declares
  // Only the library uses the members below. It uses atomic operations, because several host
  // threads may use the members at once.
  long pace;               // nanoseconds per 1024 threads in the last launch, see runtime/pace.hpp
  int max_dynamic_shared;  // the value set by cudaFuncSetAttribute, otherwise -1
};
void cuda_on_cpu_push_configuration(const char* site, dim3 grid, dim3 block, size_t shared_bytes,
                                    cudaStream_t stream);
void cuda_on_cpu_pop_configuration(void);
void cuda_on_cpu_launch(cuda_on_cpu_kernel* kernel, const void* body, size_t bytes);
// The addresses of the arguments if a kernel is started through cudaLaunchKernel; otherwise null.
void** cuda_on_cpu_packed_arguments(void);
// Called for every pointer argument; returns the pointer that the kernel gets. `names` has the
// names of all parameters, with commas between them. `element_bytes` is 0 if the type is not known.
const void* cuda_on_cpu_pointer_argument(const void* pointer, const char* names, int position,
                                         unsigned int element_bytes);
// Does the same for a pointer inside an argument.
const void* cuda_on_cpu_pointer_member(const void* pointer, const char* names, int position);
// For host code only (cucc --remote): the device is in another process, which receives the names of
// kernels and the bytes of arguments. cuda_on_cpu_remote_begin returns the same as
// cuda_on_cpu_packed_arguments.
void** cuda_on_cpu_remote_begin(void);
void cuda_on_cpu_remote_argument(const void* argument, size_t bytes);
void cuda_on_cpu_remote_launch(const char* name_of_type);
void* cuda_on_cpu_shared(const cuda_on_cpu_shared_variable* declared);
void* cuda_on_cpu_dynamic_shared(void);
// For the diagnostic build only.
void cuda_on_cpu_loop_begins(unsigned long long id);
void cuda_on_cpu_loop_ends(void);
void cuda_on_cpu_loop_turns(void);
void cuda_on_cpu_decides(void);
bool cuda_on_cpu_decided(bool holds);
void cuda_on_cpu_leaves(void);
void cuda_on_cpu_breaks(void);
void cuda_on_cpu_jumps(void);
void cuda_on_cpu_selects(void);
void cuda_on_cpu_asks_number(void);
}

namespace cuda_on_cpu {

// There is a guard on each side of an array of __device__ memory: no kernel may write into a guard.
// The guard that is declared after the array also records the address, name and size of this array.
// See runtime/symbols.hpp.
struct DeviceGuard {
  static constexpr unsigned long long kWord = 0x6bd1c05eb16b00b5;
#define CUDA_ON_CPU_WORDS kWord, kWord, kWord, kWord, kWord, kWord, kWord, kWord
  unsigned long long zone[32] = {CUDA_ON_CPU_WORDS, CUDA_ON_CPU_WORDS, CUDA_ON_CPU_WORDS,
                                 CUDA_ON_CPU_WORDS};
#undef CUDA_ON_CPU_WORDS
  const void* array;
  const char* name;
  unsigned int bytes, element_bytes;
  constexpr DeviceGuard(const void* guarded, const char* its_name, unsigned int its_bytes,
                        unsigned int of_element)
      : array(guarded), name(its_name), bytes(its_bytes), element_bytes(of_element) {}
};

class Configuration {
 public:
  CUDA_ON_CPU_INLINE Configuration(const char* site, dim3 grid, dim3 block, size_t shared_bytes = 0,
                                   cudaStream_t stream = 0) {
    cuda_on_cpu_push_configuration(site, grid, block, shared_bytes, stream);
  }
  CUDA_ON_CPU_INLINE ~Configuration() { cuda_on_cpu_pop_configuration(); }
  Configuration(const Configuration&) = delete;
  Configuration& operator=(const Configuration&) = delete;
};

template <class Body>
void run_body(const void* body) {
  Body copy(*static_cast<const Body*>(body));
  copy();
}

// The list of the variables in shared memory that one kernel declares; the library fills it before
// main begins. Its visibility is hidden, so that the compiler knows the addresses of the variables.
template <class Kernel>
struct __attribute__((visibility("hidden"))) SharedOf {
  static cuda_on_cpu_shared_variable* first;
};
template <class Kernel>
cuda_on_cpu_shared_variable* SharedOf<Kernel>::first = nullptr;

#ifdef CUDA_ON_CPU_REMOTE
// Sends the launch. The body of the kernel is never called, so the compiler leaves it out.
template <class Kernel, class Body>
CUDA_ON_CPU_INLINE void kernel(const Body&) {
  cuda_on_cpu_remote_launch(typeid(Kernel).name());
}
#else
template <class Kernel, class Body>
CUDA_ON_CPU_INLINE void kernel(const Body& body) {
  static cuda_on_cpu_kernel state = {
      Kernel::name(), Kernel::site(), &run_body<Body>, &SharedOf<Kernel>::first, 0, -1};
  cuda_on_cpu_launch(&state, &body, sizeof(Body));
}
#endif

// Represents a parameter without a name.
struct Unnamed {};
constexpr Unnamed unnamed{};

CUDA_ON_CPU_INLINE void take_packed(Unnamed&, const void*) {}
template <class T>
CUDA_ON_CPU_INLINE void take_packed(T& parameter, const void* argument) {
  __builtin_memcpy((void*)&parameter, argument, sizeof(T));
}

// The size of a type; 0 for void, and for a class that is only declared.
template <class T, class = void>
struct BytesOf : std::integral_constant<unsigned int, 0> {};
template <class T>
struct BytesOf<T, decltype((void)sizeof(T))> : std::integral_constant<unsigned int, sizeof(T)> {};
template <>
struct BytesOf<void> : std::integral_constant<unsigned int, 0> {};

template <class T>
CUDA_ON_CPU_INLINE void check_members(T&, const char*, int, std::false_type) {}
template <class T>
CUDA_ON_CPU_INLINE void check_members(T& parameter, const char* names, int position,
                                      std::true_type) {
  static const PointersOf<typename std::remove_cv<T>::type> pointers;
  for (unsigned short offset : pointers) {
    char* place = (char*)&parameter + offset;
    const void* pointer;
    __builtin_memcpy(&pointer, place, sizeof pointer);
    const void* wanted = cuda_on_cpu_pointer_member(pointer, names, position);
    if (wanted != pointer) __builtin_memcpy(place, &wanted, sizeof wanted);
  }
}

template <class T>
CUDA_ON_CPU_INLINE void check_pointer(T& parameter, const char* names, int position,
                                      std::false_type) {
  typedef typename std::remove_cv<T>::type Struct;
  typedef std::integral_constant<bool, IsOpen<Struct>::value && sizeof(Struct) >= sizeof(void*)>
      MayHoldPointers;
  check_members(parameter, names, position, MayHoldPointers());
}
template <class T>
CUDA_ON_CPU_INLINE void check_pointer(T& parameter, const char* names, int position,
                                      std::true_type) {
  typedef typename std::remove_cv<T>::type Pointer;
  typedef typename std::remove_cv<typename std::remove_pointer<Pointer>::type>::type Element;
  Pointer& pointer = const_cast<Pointer&>(parameter);
  pointer = (Pointer)cuda_on_cpu_pointer_argument((const void*)pointer, names, position,
                                                  BytesOf<Element>::value);
}

#ifdef CUDA_ON_CPU_REMOTE
CUDA_ON_CPU_INLINE void send_argument(const Unnamed&, const void*) {
  cuda_on_cpu_remote_argument("", 0);
}
template <class T>
CUDA_ON_CPU_INLINE void send_argument(const T&, const void* argument) {
  cuda_on_cpu_remote_argument(argument, sizeof(T));
}
template <class... T>
CUDA_ON_CPU_INLINE void parameters(const char*, T&... parameter) {
  void** packed = cuda_on_cpu_remote_begin();
  int index = 0;
  int order[] = {
      0, (send_argument(parameter, packed != nullptr ? packed[index++] : (const void*)&parameter),
          0)...};
  (void)order;
  (void)index;
  (void)packed;
}
#else
// Takes the arguments from the array of cudaLaunchKernel, if there is one, and lets the library
// check every pointer.
template <class... T>
CUDA_ON_CPU_INLINE void parameters(const char* names, T&... parameter) {
  if (void** packed = cuda_on_cpu_packed_arguments()) {
    int index = 0;
    int order[] = {
        0, (take_packed(const_cast<typename std::remove_cv<T>::type&>(parameter), packed[index++]),
            0)...};
    (void)order;
    (void)index;
  }
  int position = 0;
  int order[] = {0, (check_pointer(parameter, names, ++position, IsDataPointer<T>()), 0)...};
  (void)order;
  (void)names;
  (void)position;
}
#endif

// In the diagnostic build, the translator puts an object of this class around every loop of device
// code; see translate/loops.cpp.
class Loop {
 public:
  CUDA_ON_CPU_INLINE explicit Loop(unsigned long long id) { cuda_on_cpu_loop_begins(id); }
  CUDA_ON_CPU_INLINE ~Loop() { cuda_on_cpu_loop_ends(); }
  CUDA_ON_CPU_INLINE operator bool() const { return false; }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
};
template <class T>
CUDA_ON_CPU_INLINE T&& itself(T&& chosen) {
  return static_cast<T&&>(chosen);
}

CUDA_ON_CPU_INLINE bool next_turn() {
  return cuda_on_cpu_loop_turns(), false;
}

template <class T, class Name, class Kernel>
struct __attribute__((visibility("hidden"))) SharedDeclaration {
  static cuda_on_cpu_shared_variable only;
};
template <class T, class Name, class Kernel>
cuda_on_cpu_shared_variable SharedDeclaration<T, Name, Kernel>::only = {
    Name::text(),
    sizeof(T),
    alignof(T),
    std::rank<T>::value <= 1 ? sizeof(typename std::remove_extent<T>::type) : 0,
    &SharedOf<Kernel>::first,
    nullptr};

// The addresses of the variables are in a section that the linker collects from all objects. The
// library finds the addresses there, so an object of device code needs no code that runs before
// main.
template <class T, class Name, class Kernel>
CUDA_ON_CPU_INLINE T& shared() {
  static_assert(sizeof(T) <= 48 * 1024,
                "a block has 48 KiB of shared memory for its variables; this variable is larger");
  cuda_on_cpu_shared_variable* const variable = &SharedDeclaration<T, Name, Kernel>::only;
  __asm__ volatile(
      ".pushsection cuda_on_cpu_shared_variables,\"aw\"\n\t.balign 8\n\t.8byte "
      "%c0\n\t.popsection" ::"i"(&SharedDeclaration<T, Name, Kernel>::only));
  return *static_cast<T*>(cuda_on_cpu_shared(variable));
}
template <class T>
CUDA_ON_CPU_INLINE T& dynamic_shared() {
  return *static_cast<T*>(cuda_on_cpu_dynamic_shared());
}

}  // namespace cuda_on_cpu
