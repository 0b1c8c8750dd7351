// Lists of names. See names.hpp.
#include "cuda_on_cpu/translate/names.hpp"

#include <cctype>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

using handshake::Names;
using handshake::starts_with;
using handshake::words;

// The name without a final f or l: these letters mark the versions of a function for other types.
std::string without_suffix(const std::string& name) {
  const bool has = !name.empty() && (name.back() == 'f' || name.back() == 'l');
  return name.substr(0, name.size() - (has ? 1 : 0));
}

}  // namespace

bool is_host_library_function(const std::string& name) {
  static const Names names = words(R"(
      rand srand rand_r random srandom drand48 lrand48 exit _exit _Exit quick_exit abort atexit time
      difftime gettimeofday clock_gettime usleep sleep nanosleep getenv setenv system getpid
      fopen fclose fread fwrite fseek ftell fprintf fputs fputc fscanf scanf sscanf fgets gets fgetc
      getc getchar puts putchar putc sprintf snprintf vprintf vfprintf vsnprintf perror fflush
      strlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr strtok strdup memmove
      memcmp memchr bzero bcopy atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtof
      qsort bsearch calloc realloc aligned_alloc posix_memalign isdigit isalpha isalnum isspace
      isupper islower toupper tolower div ldiv lldiv ffs ffsl ffsll raise signal setjmp longjmp
      open close read write mmap munmap mprotect fork execve execvp kill syscall dlopen dlsym
      pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock sched_yield)");
  return names.count(name) != 0;
}

bool is_host_only_in_std(const std::string& name) {
  static const Names names = words(R"(
      min max minmax clamp swap iter_swap exchange sort stable_sort partial_sort nth_element fill
      fill_n copy copy_n copy_if move_backward accumulate reduce inclusive_scan exclusive_scan
      partial_sum adjacent_difference inner_product iota count count_if find find_if any_of all_of
      none_of lower_bound upper_bound binary_search equal_range equal reverse rotate shuffle unique
      remove remove_if replace transform for_each generate merge max_element min_element
      minmax_element gcd lcm begin end size data next prev advance distance make_pair make_tuple tie
      get to_string stoi stol stoll stof stod getline endl flush cout cerr clog cin wcout
      string wstring basic_string string_view stringstream ostringstream istringstream ifstream
      ofstream fstream vector list forward_list deque map set multimap multiset unordered_map
      unordered_set queue stack priority_queue bitset valarray function bind unique_ptr shared_ptr
      weak_ptr make_unique make_shared thread mutex recursive_mutex lock_guard unique_lock
      condition_variable async future promise atomic_thread_fence mt19937 random_device
      uniform_int_distribution uniform_real_distribution terminate runtime_error logic_error
      invalid_argument out_of_range exception fpclassify isnormal isgreater isless isunordered)");
  return names.count(name) != 0 || is_host_library_function(name);
}

std::string instead_of(const std::string& name) {
  static const std::unordered_map<std::string, std::string> known = {
      {"std::min", "min, which CUDA has without std::"},
      {"std::max", "max, which CUDA has without std::"},
      {"std::swap", "a temporary variable"},
      {"std::vector", "an array whose size is a constant, or memory that the host has allocated"},
      {"std::cout", "printf"},
      {"std::cerr", "printf"},
      {"fprintf", "printf"},
      {"puts", "printf"},
      {"putchar", "printf"},
      {"exit", "return, or __trap() to stop the launch"},
      {"abort", "__trap()"},
      {"memmove", "a loop"},
      {"memcmp", "a loop"},
      {"calloc", "malloc and memset"},
      {"ffs", "__ffs"},
      {"ffsll", "__ffsll"},
      {"numeric_limits", "a constant such as INT_MAX of <climits>"},
  };
  const auto found = known.find(name);
  return found == known.end() ? "" : found->second;
}

bool is_device_library_function(const std::string& name) {
  if (starts_with(name, "atomic")) {
    static const Names atomics = words("Add Sub Exch Min Max Inc Dec CAS And Or Xor");
    std::string rest = name.substr(6);
    rest = rest.substr(0, rest.find('_'));
    return atomics.count(rest) != 0;
  }
  static const Names names = words(R"(
      __syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __syncwarp __shfl_sync
      __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync
      __activemask __match_any_sync __match_all_sync __threadfence __threadfence_block
      __threadfence_system)");
  return names.count(name) != 0;
}

// Whether nvcc accepts this word in device code, or macros of the standard headers expand to it.
bool is_allowed_builtin(const std::string& name) {
  static const Names names = words(R"(
      popcount popcountll clz clzll ffs ffsll expect abs labs llabs huge_val inf nan nans memcpy
      memset assume assume_aligned unreachable LINE FILE FUNCTION is_constant_evaluated addressof
      bit_cast launder offsetof va_list va_start va_end va_arg va_copy fabs sqrt cbrt sin cos tan asin
      acos atan atan2 sinh cosh tanh exp exp2 log log2 log10 log1p expm1 pow floor ceil trunc round
      rint fmin fmax fmod fma copysign hypot isnan isinf isfinite signbit isinf_sign fpclassify
      isnormal isgreater isgreaterequal isless islessequal islessgreater isunordered)");
  const std::string rest = name.substr(std::string("__builtin_").size());
  return names.count(rest) != 0 || names.count(without_suffix(rest)) != 0;
}

bool is_allowed_attribute(const std::string& name) {
  static const Names names = words(R"(
      aligned packed noinline always_inline unused maybe_unused nodiscard warn_unused_result
      fallthrough noreturn likely unlikely const pure hot cold deprecated may_alias nonnull
      returns_nonnull malloc flatten gnu no_unique_address)");
  std::string plain = name;
  while (starts_with(plain, "__")) plain = plain.substr(2);
  while (plain.size() > 2 && plain.compare(plain.size() - 2, 2, "__") == 0)
    plain.resize(plain.size() - 2);
  return names.count(plain) != 0;
}

bool is_allowed_pragma(const std::string& word) {
  static const Names names = words(R"(
      once unroll nounroll message region endregion nv_diag_suppress nv_diag_default nv_diag_warning
      nv_diag_error nv_diag_remark diag_suppress diag_default diag_warning diag_error
      nv_exec_check_disable hd_warning_disable)");
  return names.count(word) != 0;
}

bool is_standard_header(const std::string& name) {
  static const Names names = words(R"(
      assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h
      setjmp.h signal.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
      tgmath.h time.h wchar.h wctype.h sys/time.h sys/types.h unistd.h strings.h malloc.h
      algorithm any array atomic bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono
      cinttypes ciso646 climits clocale cmath complex condition_variable csetjmp csignal cstdarg
      cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cwchar cwctype deque exception
      execution filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd
      iostream istream iterator limits list locale map memory mutex new numeric optional ostream queue
      random ratio regex set shared_mutex sstream stack stdexcept streambuf string string_view
      system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
      valarray variant vector version bit compare concepts numbers ranges span
      cuda.h cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h device_functions.h
      cooperative_groups.h cooperative_groups/memcpy_async.h cooperative_groups/reduce.h
      math_constants.h math_functions.h
      vector_types.h vector_functions.h builtin_types.h driver_types.h common_functions.h
      sm_60_atomic_functions.h driver_functions.h host_defines.h device_atomic_functions.h
      device_double_functions.h cuda_device_runtime_api.h sm_20_atomic_functions.h
      sm_20_intrinsics.h sm_30_intrinsics.h sm_32_atomic_functions.h sm_32_intrinsics.h
      sm_35_atomic_functions.h sm_35_intrinsics.h sm_61_intrinsics.h)");
  return names.count(name) != 0;
}

}  // namespace cuda_on_cpu::translate
