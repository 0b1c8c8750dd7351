// The lists of names that device code may use. See allowed.hpp.
#include "cuda_on_cpu/object/allowed.hpp"

#include <cctype>
#include <cstdlib>

#include "cuda_on_cpu/text/names.hpp"

namespace cuda_on_cpu::object {
namespace {

using handshake::Names;
using handshake::starts_with;
using handshake::words;

// CUDA's mathematical functions for double. The names of the functions for float end in f.
const Names& math_functions() {
  static const Names names = words(R"(
      acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc erfcinv erfcx
      erfinv exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp
      lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter pow
      remainder remquo rint round scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn
      isnan isinf isfinite signbit abs fpclassify)");
  return names;
}

bool is_math(const std::string& name) {
  return math_functions().count(name) != 0 ||
         (name.back() == 'f' && math_functions().count(name.substr(0, name.size() - 1)) != 0);
}

// Whether changes_of_library_calls in driver/toolchain.cpp replaces a library function by this
// function, such as memcpy by cuda_on_cpu_memcpy.
bool is_put_in_place(const std::string& name) {
  static const Names names = words(R"(
      memcpy memmove memset printf printf_chk puts free nan nanf frexp frexpf frexpl modf modff modfl
      remquo remquof remquol sincos sincosf sincosl)");
  const std::string beginning = "cuda_on_cpu_";
  return starts_with(name, beginning) && names.count(name.substr(beginning.size())) != 0;
}

// Splits a mangled name into the name of the function and the rest. Returns false if the function
// is not directly in namespace std.
bool split_std(const std::string& mangled, std::string* name, std::string* rest) {
  for (const char* beginning : {"_ZNSt3__1", "_ZSt"}) {
    if (!starts_with(mangled, beginning)) continue;
    const size_t digits = std::string(beginning).size();
    const size_t length = std::strtoul(mangled.c_str() + digits, nullptr, 10);
    size_t at = digits;
    while (at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at]))) at++;
    if (at == digits || length > mangled.size() - at) return false;
    *name = mangled.substr(at, length);
    *rest = mangled.substr(at + length);
    return true;
  }
  return false;
}

}  // namespace

bool is_allowed_section(const std::string& name) {
  static const Names exact = words(R"(
      .text .rodata .data .bss .tdata .tbss .eh_frame .gcc_except_table .comment .symtab .strtab
      .shstrtab .group .note.GNU-stack .note.gnu.property .llvm_addrsig
      cuda_on_cpu_device cuda_on_cpu_managed cuda_on_cpu_shared_variables)");
  if (name.empty() || exact.count(name) != 0) return true;
  for (const char* beginning : {".rela.debug_", ".debug_"}) {
    if (starts_with(name, beginning)) return true;
  }
  if (starts_with(name, ".rela")) return is_allowed_section(name.substr(5));
  for (const char* beginning :
       {".text.", ".rodata.", ".data.", ".bss.", ".tdata.", ".tbss.", ".gcc_except_table."}) {
    if (starts_with(name, beginning)) return true;
  }
  return false;
}

bool is_allowed_reference(const std::string& name, bool diagnose) {
  static const Names exact = words(R"(
      cuda_on_cpu_active_mask cuda_on_cpu_asks_number cuda_on_cpu_atomic cuda_on_cpu_barrier
      cuda_on_cpu_barrier_and cuda_on_cpu_barrier_count cuda_on_cpu_barrier_or cuda_on_cpu_breaks cuda_on_cpu_decides
      cuda_on_cpu_copy_later cuda_on_cpu_make_copies
      cuda_on_cpu_decided cuda_on_cpu_dynamic_shared cuda_on_cpu_dynamic_shared_memory cuda_on_cpu_fence
      cuda_on_cpu_grid_barrier cuda_on_cpu_is_cooperative
      cuda_on_cpu_found_taken cuda_on_cpu_keep_exception cuda_on_cpu_stop_for_exception
      cuda_on_cpu_jumps cuda_on_cpu_launch cuda_on_cpu_leaves cuda_on_cpu_loop_begins cuda_on_cpu_loop_ends
      cuda_on_cpu_loop_turns cuda_on_cpu_packed_arguments cuda_on_cpu_pointer_argument
      cuda_on_cpu_selects
      cuda_on_cpu_shared cuda_on_cpu_trap cuda_on_cpu_warp cuda_on_cpu_yield
      cuda_on_cpu_thread_index cuda_on_cpu_block_index cuda_on_cpu_block_size cuda_on_cpu_grid_size
      printf __printf_chk puts putchar malloc free clock __assert_fail labs llabs
      memcpy memset memmove memcmp bcmp strlen __memcpy_chk __memset_chk __memmove_chk
      _Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm __cxa_throw_bad_array_new_length
      _ZnwmSt11align_val_t _ZnamSt11align_val_t _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t
      _ZdlPvmSt11align_val_t _ZdaPvmSt11align_val_t
      __cxa_begin_catch __cxa_end_catch __cxa_pure_virtual __cxa_deleted_virtual __cxa_call_terminate
      _ZSt9terminatev _ZTISt9exception _Unwind_Resume __gxx_personality_v0
      _ZTVN10__cxxabiv117__class_type_infoE _ZTVN10__cxxabiv120__si_class_type_infoE
      _ZTVN10__cxxabiv121__vmi_class_type_infoE
      _GLOBAL_OFFSET_TABLE_ __tls_get_addr __stack_chk_fail __stack_chk_guard
      __isnan __isnanf __isinf __isinff __finite __finitef __signbit __signbitf
      __divti3 __modti3 __udivti3 __umodti3 __multi3 __popcountdi2 __powidf2 __powisf2
      __floattidf __floattisf __floatuntidf __floatuntisf __fixdfti __fixsfti __fixunsdfti
      __fixunssfti __clzti2 __ctzti2 __extendsfdf2 __truncdfsf2)");
  if (exact.count(name) != 0 || is_math(name)) return true;
  for (const char* beginning : {"__aarch64_cas", "__aarch64_swp", "__aarch64_ld"}) {
    if (starts_with(name, beginning)) return true;
  }
  if (diagnose && is_put_in_place(name)) return true;
  static const Names announced = words(R"(
      cuda_on_cpu_reads cuda_on_cpu_writes cuda_on_cpu_rounds cuda_on_cpu_narrows
      cuda_on_cpu_narrows_to_byte cuda_on_cpu_cuts cuda_on_cpu_reads_half cuda_on_cpu_reads_sign
      cuda_on_cpu_adds_to_half __ubsan_handle_implicit_conversion __ubsan_handle_shift_out_of_bounds
      cuda_on_cpu_overflows __addvsi3 __addvdi3 __addvti3 __subvsi3 __subvdi3 __subvti3 __mulvsi3
      __mulvdi3 __mulvti3 __negvsi2 __negvdi2 __negvti2 __absvsi2 __absvdi2 __absvti2)");
  // Only the compiler calls this function: an earlier check refuses every program that contains the
  // name (translate/device_file.cpp).
  if (name == "__ubsan_handle_out_of_bounds") return true;
  return diagnose && (announced.count(name) != 0 || starts_with(name, "__tsan_"));
}

bool is_made_by_optimizer(const std::string& name) {
  static const Names names = words("memcmp bcmp strlen __memcpy_chk __memset_chk __memmove_chk");
  return names.count(name) != 0;
}

bool is_of_std(const std::string& name) {
  for (const char* beginning :
       {"_ZSt", "_ZNSt", "_ZNKSt", "_ZNSa", "_ZNSs", "_ZNKSs", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}) {
    if (starts_with(name, beginning)) return true;
  }
  return false;
}

bool is_allowed_of_std(const std::string& name) {
  for (const char* beginning : {"_ZNSt16initializer_list", "_ZNKSt16initializer_list"}) {
    if (starts_with(name, beginning)) return true;
  }
  std::string function, rest;
  if (!split_std(name, &function, &rest)) return false;
  // The mathematical functions for integers are templates. Device code may use only two of these
  // templates: pow and abs.
  const bool is_template = starts_with(rest, "I");
  if (function == "move" || function == "forward" || function == "pow") return true;
  return is_math(function) && (!is_template || function == "abs");
}

}  // namespace cuda_on_cpu::object
