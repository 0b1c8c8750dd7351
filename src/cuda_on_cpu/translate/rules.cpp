// Refuses what nvcc refuses. See rules.hpp.
#include "cuda_on_cpu/translate/rules.hpp"

#include "cuda_on_cpu/translate/names.hpp"

namespace cuda_on_cpu::translate {
namespace {

// Words that may come before a call. After any other word, a name is declared, not called.
constexpr std::initializer_list<const char*> kBeforeCall = {
    "return", "else", "do", "and", "or", "not", "throw", "new", "delete", "case", "co_return"};

constexpr std::initializer_list<const char*> kTypeWords = {
    "void", "bool", "char", "short", "int", "long", "float", "double", "auto", "unsigned", "*"};

struct Refused {
  const char* word;
  const char* why;
};
constexpr Refused kRefused[] = {
    {"throw", "device code cannot throw exceptions: report a failure by a value"},
    {"try", "device code cannot catch exceptions"},
    {"catch", "device code cannot catch exceptions"},
    {"dynamic_cast", "device code has no dynamic_cast"},
    {"typeid", "device code has no typeid"},
    {"thread_local",
     "device code has no thread_local variables: every local variable already belongs "
     "to one thread"},
};

bool is_plain_builtin(const std::string& name) {
  if (name.rfind("__sync_", 0) == 0 || name.rfind("__atomic_", 0) == 0) return false;
  return name.rfind("__builtin_", 0) != 0 || is_allowed_builtin(name);
}

}  // namespace

void Rules::check() {
  collect_names();
  for (const DeclaredFunction& function : outline_.functions()) {
    check_head(function);
    if (function.body != kNone && !outline_.is_idle(function)) check_body(function);
  }
  for (size_t i = 0; i < source_.size() && !extended_lambdas_; i++) check_lambda(i);
}

void Rules::collect_names() {
  std::unordered_set<std::string> others;
  for (const DeclaredFunction& function : outline_.functions()) {
    const std::string name = outline_.name_of(function);
    declared_.insert(name);
    if (function.side == Side::kernel) kernels_.insert(name);
    const bool is_free =
        !function.is_member && !function.is_qualified && !function.contradicts_kernel;
    if (function.side == Side::device && is_free) device_only_.insert(name);
    if (function.side != Side::kernel && is_free) no_kernels_.insert(name);
    if (function.side != Side::kernel && is_free) others.insert('k' + name);
    if (function.side != Side::device && is_free) others.insert('d' + name);
  }
  for (const std::string& kernel : kernels_) no_kernels_.erase(kernel);
  for (const DeclaredVariable& variable : outline_.variables()) {
    if (!outline_.has_word(variable.first, variable.names[0], "__constant__")) continue;
    for (const size_t constant : variable.names) constants_.insert(source_.spelling(constant));
  }
  // If several functions have the same name, it is not known here which of them is called.
  for (const std::string& other : others) {
    (other[0] == 'k' ? kernels_ : device_only_).erase(other.substr(1));
  }
  for (size_t i = 1; i < source_.size(); i++) {
    const bool is_using = source_.is(i, "std") && source_.any_of(i - 1, {"using", "namespace"});
    uses_std_ |= is_using && (source_.is(i + 1, ";") || source_.is(i + 1, ":"));
    const bool follows_type = source_.is_identifier(i - 1) ? !source_.any_of(i - 1, kBeforeCall)
                                                           : source_.any_of(i - 1, {"*", "&", ">"});
    if (source_.is_identifier(i) && follows_type &&
        source_.any_of(i + 1, {"(", ")", "=", "{", ";", ",", "[", ":"})) {
      declared_.insert(source_.spelling(i));
    }
  }
}

void Rules::check_head(const DeclaredFunction& function) {
  const std::string name = outline_.name_of(function);
  if (function.contradicts_kernel) {
    error(function.name,
          name + " is declared as a kernel: write __global__ before it here as well");
  }
  if (function.side != Side::kernel) return;
  if (function.is_member) error(function.name, "a kernel cannot be a member of a class");
  if (outline_.has_word(function.first, function.name, "__device__") ||
      outline_.has_word(function.first, function.name, "__host__")) {
    error(function.name, name + " is a kernel: leave out __device__ and __host__ before it");
  }
  const bool is_void = outline_.has_word(function.first, function.name, "void") ||
                       outline_.has_word(function.first, function.name, "auto");
  if (!is_void && !function.is_instantiation) {
    error(function.name, "a kernel returns nothing: write void before " + name +
                             ", and write the results to an array");
  }
  const size_t open = function.open_parameters, close = source_.partner(open);
  if (close != kNone && source_.is(close - 1, ".") && source_.is(close - 2, ".")) {
    error(function.name, "a kernel cannot have '...' among its parameters");
  }
}

void Rules::check_body(const DeclaredFunction& function) {
  const bool on_device = function.side == Side::device || function.side == Side::kernel;
  for (size_t i = function.body; i <= function.last; i++) {
    if (!source_.is_identifier(i) || outline_.function_around(i) != &function) continue;
    if (source_.is(i, "__shared__")) check_shared(i, function.side != Side::host);
    if (is_call(i)) check_call(i, function);
    if (source_.is_triple(i + 1, '<')) check_launch(i, function);
    if (on_device) check_device_token(i, function);
  }
}

void Rules::check_device_token(size_t i, const DeclaredFunction& function) {
  for (const Refused& refused : kRefused) {
    if (source_.is(i, refused.word)) error(i, refused.why);
  }
  if (source_.is(i, "goto") && source_.is(i + 1, "*")) {
    error(i, "device code cannot jump to an address: goto takes the name of a label");
  }
  if (source_.is(i, "std")) return check_std(i);
  const std::string name = source_.spelling(i);
  if (constants_.count(name) != 0 && is_plain_name(i) && is_assigned(i) &&
      !has_variable(function, name)) {
    error(i, name + " is in __constant__ memory, which device code can only read");
  }
  if (is_call(i) && !is_plain_builtin(name)) {
    return error(i, name + " is built into the host's compiler: device code cannot call it");
  }
  const bool is_stream = source_.any_of(i, {"stdout", "stderr", "stdin", "errno"});
  if (is_stream && is_plain_name(i)) error(i, name + " is a variable of the host");
  if (!uses_std_ || !is_plain_name(i) || declared_.count(name) != 0) return;
  const bool is_template = source_.is(i + 1, "<") && source_.closing_angle(i + 1) != kNone;
  const bool has_own = name == "min" || name == "max";
  const bool is_object = source_.any_of(i, {"cout", "cerr", "endl", "string"});
  if (!is_host_only_in_std(name) || is_host_library_function(name)) return;
  if (is_template || is_object || (is_call(i) && !has_own)) {
    const std::string better = instead_of("std::" + name);
    error(i, "std::" + name + " is for the host: device code cannot use it" +
                 (better.empty() ? "" : "; use " + better));
  }
}

// Checks a name of namespace std; token i is the `std` in std::name.
void Rules::check_std(size_t i) {
  if (!source_.is(i + 1, ":") || !source_.is(i + 2, ":") || !source_.is_identifier(i + 3)) return;
  const std::string name = source_.spelling(i + 3);
  std::string better = instead_of("std::" + name);
  if (better.empty()) better = instead_of(name);
  bool is_refused = is_host_only_in_std(name);
  if (name == "numeric_limits" && source_.closing_angle(i + 4) != kNone) {
    const size_t member = source_.closing_angle(i + 4) + 3;  // after the two colons
    is_refused = source_.is_identifier(member) && source_.is(member + 1, "(");
  }
  if (!is_refused) return;
  error(i, "std::" + name + " is for the host: device code cannot use it" +
               (better.empty() ? "" : "; use " + better));
}

void Rules::check_shared(size_t i, bool on_device) {
  if (!on_device) {
    return error(i, "shared memory belongs to a block of threads: only device code can declare it");
  }
  for (size_t k = i + 1; k < source_.size() && !source_.any_of(k, {";", "}"}); k++) {
    if (source_.any_of(k, {"=", "{"})) {
      return error(
          i,
          "a __shared__ variable cannot have an initial value: let one thread set it, then "
          "call __syncthreads()");
    }
    if (source_.is(k, "<") && source_.closing_angle(k) != kNone) k = source_.closing_angle(k);
    if (source_.any_of(k, {"(", "["})) k = source_.partner(k);
    if (k == kNone) return;
  }
}

void Rules::check_call(size_t i, const DeclaredFunction& function) {
  const std::string name = source_.spelling(i);
  const bool on_device = function.side == Side::device || function.side == Side::kernel;
  const bool is_kernel = kernels_.count(name) != 0;
  const bool is_of_device = device_only_.count(name) != 0 || is_device_library_function(name);
  const bool is_of_host = is_host_library_function(name) && declared_.count(name) == 0;
  if (is_kernel && !is_declared_in(function, name)) {
    return error(i, name + " is a kernel: launch it as " + name + "<<<blocks, threads>>>(...)");
  }
  if (function.side == Side::host && is_of_device && !is_declared_in(function, name)) {
    return error(i,
                 name + " is a function of the device: host code cannot call it" +
                     (device_only_.count(name) != 0
                          ? "; if it should run on both sides, write __host__ __device__ before it"
                          : ""));
  }
  if (!on_device || is_declared_in(function, name)) return;
  if (is_of_host) {
    const std::string better = instead_of(name);
    error(i, name + " is a function of the host: device code cannot call it" +
                 (better.empty() ? "" : "; use " + better));
  } else if (name.size() > 4 && name.rfind("cuda", 0) == 0 && name[4] >= 'A' && name[4] <= 'Z' &&
             declared_.count(name) == 0) {
    error(i, "CUDA on the CPU does not offer " + name + " in device code: call it on the host");
  }
}

void Rules::check_launch(size_t i, const DeclaredFunction& function) {
  const std::string name = source_.spelling(i);
  if (no_kernels_.count(name) == 0 || !is_plain_name(i) || is_declared_in(function, name)) return;
  error(i, name + " is not a kernel: write __global__ before the function that is launched");
}

// Whether the variable at token i, or an element of it, gets a value here.
bool Rules::is_assigned(size_t i) const {
  const auto doubled = [this](size_t at, const char* sign) {
    return source_.is(at, sign) && source_.is(at + 1, sign);
  };
  if (i >= 2 && (doubled(i - 2, "+") || doubled(i - 2, "-"))) return true;
  size_t next = i + 1;
  while (source_.is(next, "[") && source_.partner(next) != kNone) next = source_.partner(next) + 1;
  if (doubled(next, "+") || doubled(next, "-")) return true;
  if (source_.any_of(next, {"+", "-", "*", "/", "%", "&", "|", "^"})) next++;
  return source_.is(next, "=") && !source_.is(next + 1, "=");
}

// Whether token i is the name in  name(...)  or  name<...>(...)  and not a member or a declaration.
bool Rules::is_call(size_t i) const {
  size_t next = i + 1;
  if (source_.is_triple(next, '<')) return false;  // a launch
  if (source_.closing_angle(next) != kNone) next = source_.closing_angle(next) + 1;
  if (!source_.is(next, "(")) return false;
  size_t first = i;
  while (first >= 2 && source_.is(first - 1, ":") && source_.is(first - 2, ":")) {
    first -= first >= 3 && source_.is_identifier(first - 3) ? 3 : 2;
  }
  if (first == 0 || source_.is(first, "std")) return false;  // std:: has its own rules
  const size_t before = first - 1;
  if (source_.any_of(before, {".", "~"})) return false;
  if (source_.is(before, ">")) {
    return !source_.is(before - 1, "-") && source_.opening_angle(before) == kNone;
  }
  if (source_.any_of(before, {"*", "&"})) return !source_.any_of(before - 1, kTypeWords);
  return !source_.is_identifier(before) || source_.any_of(before, kBeforeCall);
}

// Whether token i is a plain name: not a member, and not in a namespace.
bool Rules::is_plain_name(size_t i) const {
  if (i == 0 || source_.any_of(i - 1, {".", ":"})) return false;
  return !source_.is(i - 1, ">") || !source_.is(i - 2, "-");
}

// Whether the function has a variable or a parameter of this name.
bool Rules::is_declared_in(const DeclaredFunction& function, const std::string& name) {
  const auto [entry, is_new] = locals_.try_emplace(function.body);
  if (is_new) {
    for (size_t i = function.open_parameters + 1; i <= function.last; i++) {
      const bool declares = source_.is_identifier(i - 1)
                                ? !source_.any_of(i - 1, kBeforeCall)
                                : source_.any_of(i - 1, {"*", "&", ">"}) && !source_.is(i + 1, "(");
      if (source_.is_identifier(i) && declares) entry->second.insert(source_.spelling(i));
    }
  }
  return entry->second.count(name) != 0;
}

// Whether the function declares a variable or a parameter of this name. Unlike is_declared_in, this
// takes the factor b in  x = a * b;  for no declaration.
bool Rules::has_variable(const DeclaredFunction& function, const std::string& name) const {
  for (size_t i = function.open_parameters + 1; i < function.last; i++) {
    if (!source_.is(i, name.c_str()) ||
        !source_.any_of(i + 1, {"=", ";", ",", ")", "[", "{", "(", ":"}))
      continue;
    size_t type = i - 1;
    while (source_.any_of(type, {"*", "&", "const", "__restrict__"})) type--;
    if (source_.is(type, ">") && source_.opening_angle(type) != kNone)
      type = source_.opening_angle(type) - 1;
    if (!source_.is_identifier(type) || source_.any_of(type, kBeforeCall)) continue;
    if (type == i - 1) return true;
    while (source_.is_identifier(type) || source_.is(type, ":")) type--;
    const bool is_parameter = type >= function.open_parameters && i < function.body;
    if (is_parameter || source_.any_of(type, {";", "{", "}"})) return true;
  }
  return false;
}

// Refuses a lambda function such as `[=] __device__ (int x) {...}`, because nvcc accepts it only
// with an option.
void Rules::check_lambda(size_t i) {
  if (i < 2 || !source_.any_of(i, {"__device__", "__host__"}) || !source_.is(i - 1, "]")) return;
  const size_t open = source_.partner(i - 1);
  if (open == kNone || source_.is(i - 2, "]") || (open > 0 && source_.is_identifier(open - 1)))
    return;
  error(i,
        "a lambda with " + source_.spelling(i) +
            " needs the option --extended-lambda, of nvcc as well; a lambda in a kernel needs no "
            "specifier, because it is device code anyway");
}

void Rules::error(size_t i, const std::string& text) {
  const Location where = source_.location(i);
  errors_.push_back(where.file + ':' + std::to_string(where.line) + ':' +
                    std::to_string(where.column) + ": error: " + text);
}

}  // namespace cuda_on_cpu::translate
