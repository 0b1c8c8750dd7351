// The list of names that host code may use. See allowed.hpp.
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "cuda_on_cpu/object/allowed.hpp"
#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::object {
namespace {

using handshake::Names;
using handshake::starts_with;
using handshake::words;

bool is_of_c_library(const std::string& name) {
  static const Names names = words(R"(
      printf fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf puts putchar fputs fputc putc
      fwrite fflush perror stdout stderr stdin scanf sscanf fscanf getchar getc fgetc fgets
      malloc calloc realloc free aligned_alloc posix_memalign
      memcpy memmove memset memcmp memchr bcmp strlen strnlen strcmp strncmp strcpy strncpy strcat
      strncat strchr strrchr strstr strtok strdup strerror strspn strcspn
      strtol strtoll strtoul strtoull strtod strtof strtold atoi atol atoll atof
      isalnum isalpha isdigit islower isprint ispunct isspace isupper isxdigit tolower toupper
      __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location
      qsort bsearch rand srand rand_r random srandom drand48 srand48 abs labs llabs div ldiv lldiv
      exit abort atexit __assert_fail assert
      time clock difftime gettimeofday clock_gettime localtime gmtime strftime ctime mktime
      __stack_chk_fail __dso_handle __tls_get_addr _GLOBAL_OFFSET_TABLE_ _Unwind_Resume
      __libc_single_threaded __cxa_thread_atexit __dynamic_cast
      putchar_unlocked lround llround)");
  return names.count(name) != 0 ||
         (starts_with(name, "__isoc") && name.find("str") != std::string::npos) ||
         (starts_with(name, "__") && name.size() > 6 &&
          name.compare(name.size() - 4, 4, "_chk") == 0 &&
          names.count(name.substr(2, name.size() - 6)) != 0) ||
         starts_with(name, "__cxa_") || starts_with(name, "__gxx_personality");
}

// The first part of a name in namespace std: the name of a function, or of the class that contains
// the function.
std::string first_in_std(const std::string& mangled, size_t at) {
  for (;;) {
    const size_t length = std::strtoul(mangled.c_str() + at, nullptr, 10);
    while (at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at]))) at++;
    if (length == 0 || length > mangled.size() - at) return "";
    const std::string name = mangled.substr(at, length);
    if (name != "__cxx11" && name != "_V2" && name != "__1") return name;
    at += length;
  }
}

bool is_allowed_in_std(const std::string& name) {
  static const Names names = words(R"(
      cin cout cerr clog endl ends flush ws getline terminate nothrow uncaught_exception
      uncaught_exceptions __ostream_insert ios_base_library_init use_facet has_facet get_new_handler
      char_traits allocator basic_string basic_ios ios_base basic_ostream basic_istream basic_iostream
      basic_streambuf basic_stringbuf basic_stringstream basic_ostringstream basic_istringstream
      ctype locale num_put num_get numpunct chrono __detail random_device initializer_list pair
      exception bad_exception bad_alloc bad_array_new_length bad_cast bad_typeid bad_function_call
      bad_optional_access bad_variant_access runtime_error logic_error out_of_range invalid_argument
      length_error domain_error range_error overflow_error underflow_error system_error
      error_category generic_category system_category type_info nested_exception __exception_ptr
      rethrow_exception current_exception _Sp_make_shared_tag _Sp_counted_base)");
  for (const char* beginning : {"__throw_", "_Rb_tree_", "_Hash_", "_List_"}) {
    if (starts_with(name, beginning)) return true;
  }
  return names.count(name) != 0;
}

// Whether a mangled name is allowed because it belongs to the C++ library, or because it is the
// type information of a class outside of namespace std.
bool is_of_cxx_library(const std::string& name) {
  for (const char* beginning : {"_Zn", "_Zd", "_ZNSo", "_ZNKSo", "_ZNSi", "_ZNKSi", "_ZNSd",
                                "_ZNSs", "_ZNKSs", "_ZNSa", "_ZStls", "_ZStrs", "_ZSteq", "_ZStpl",
                                "_ZTVN10__cxxabiv1", "_ZTIN10__cxxabiv1", "_ZTVSo", "_ZTTSo"}) {
    if (starts_with(name, beginning)) return true;
  }
  for (const char* beginning : {"_ZSt", "_ZNSt", "_ZNKSt", "_ZTISt", "_ZTINSt", "_ZTVSt", "_ZTVNSt",
                                "_ZTTSt", "_ZTTNSt", "_ZTSSt", "_ZTSNSt"}) {
    const size_t length = std::string(beginning).size();
    if (!starts_with(name, beginning)) continue;
    if (is_allowed_in_std(first_in_std(name, length))) return true;
  }
  const bool is_type = starts_with(name, "_ZTI") || starts_with(name, "_ZTS");
  return is_type && name.find("St") == std::string::npos;
}

}  // namespace

bool is_allowed_on_host(const std::string& name) {
  if (starts_with(name, "cuda_on_cpu_") || is_allowed_reference(name, true)) return true;
  const bool is_cuda = starts_with(name, "cuda") && name.size() > 4 &&
                       std::isupper(static_cast<unsigned char>(name[4]));
  return is_cuda || is_of_c_library(name) || is_of_cxx_library(name);
}

}  // namespace cuda_on_cpu::object
