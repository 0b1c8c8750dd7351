// Finds the side of each function of a program: the host, the device or both. See outline.hpp.
#include <algorithm>
#include <unordered_map>

#include "cuda_on_cpu/translate/outline.hpp"

namespace cuda_on_cpu::translate {

Side Outline::side_of(size_t first, size_t last) const {
  bool device = false, host = false;
  for (size_t i = first; i < last; i++) {
    if (source_.is(i, "__global__")) return Side::kernel;
    device |= source_.is(i, "__device__");
    host |= source_.is(i, "__host__");
    if (source_.is(i, "(") && source_.partner(i) != kNone) i = source_.partner(i);
  }
  return !device ? Side::host : host ? Side::both : Side::device;
}

std::string Outline::name_of(const DeclaredFunction& function) const {
  std::string name = source_.spelling(function.name);
  if (function.name > 0 && source_.is(function.name - 1, "~")) name = '~' + name;
  if (name != "operator") return name;
  for (size_t i = function.name + 1; i < function.open_parameters; i++) {
    name += (source_.is_identifier(i) ? " " : "") + source_.spelling(i);
  }
  return name;
}

std::string Outline::key_of(const DeclaredFunction& function, const std::string& class_name) const {
  std::string key = name_of(function);
  if (!class_name.empty()) {
    key = class_name + "::" + key;
  } else if (function.is_qualified && function.name >= 3) {
    const size_t angle = source_.opening_angle(function.name - 3);
    key = source_.spelling(angle != kNone ? angle - 1 : function.name - 3) + "::" + key;
  }
  size_t count = 0;
  if (function.open_parameters != kNone) {
    const size_t close = source_.partner(function.open_parameters);
    for (size_t i = function.open_parameters + 1; i < close; i++) {
      if (count == 0 && !source_.is(i, "void")) count = 1;
      if (source_.is(i, ",")) count++;
      if (source_.is(i, "<") && source_.closing_angle(i) != kNone) i = source_.closing_angle(i);
      if (source_.any_of(i, {"(", "[", "{"})) i = source_.partner(i);
    }
  }
  return key + '/' + std::to_string(count);
}

// If one declaration of a function is for the device, device code may call the function, whatever
// its other declarations say. nvcc also allows the call, with a warning.
void Outline::agree_on_sides() {
  std::unordered_map<std::string, Side> declared;
  for (size_t k = 0; k < functions_.size(); k++) {
    if (functions_[k].side != Side::host) declared.emplace(keys_[k], functions_[k].side);
  }
  for (size_t k = 0; k < functions_.size(); k++) {
    if (functions_[k].side != Side::host) continue;
    auto other = declared.find(keys_[k]);
    const size_t scope = keys_[k].find("::");
    if (other == declared.end() && scope != std::string::npos) {
      other = declared.find(keys_[k].substr(scope + 2));
    }
    if (other == declared.end()) continue;
    functions_[k].contradicts_kernel = other->second == Side::kernel;
    if (other->second != Side::kernel) functions_[k].side = Side::both;
  }
}

// A function for both sides is also compiled for the host, so it may call a function of the host;
// nvcc only warns about such a call.
void Outline::follow_both() {
  std::unordered_map<std::string, std::vector<size_t>> of_host;
  std::vector<size_t> open;
  for (size_t k = 0; k < functions_.size(); k++) {
    if (functions_[k].body == kNone) continue;
    if (functions_[k].side == Side::host) of_host[name_of(functions_[k])].push_back(k);
    if (functions_[k].side == Side::both) open.push_back(k);
  }
  while (!open.empty() && !of_host.empty()) {
    const DeclaredFunction function = functions_[open.back()];
    open.pop_back();
    for (size_t i = function.body; i < function.last; i++) {
      const auto found =
          source_.is_identifier(i) ? of_host.find(source_.spelling(i)) : of_host.end();
      if (found == of_host.end()) continue;
      for (const size_t k : found->second) functions_[k].serves_both = true;
      open.insert(open.end(), found->second.begin(), found->second.end());
      of_host.erase(found);
    }
  }
}

bool Outline::is_idle(const DeclaredFunction& function) const {
  const std::string name = source_.spelling(function.name);
  if (!function.can_be_idle || name == "operator" || function.parent != kNone) return false;
  const auto found = mentions_.find(name);
  return found == mentions_.end() || found->second == 0;
}

const DeclaredFunction* Outline::function_around(size_t i) const {
  auto after = std::upper_bound(with_body_.begin(), with_body_.end(), i,
                                [&](size_t token, size_t k) { return token < functions_[k].body; });
  if (after == with_body_.begin()) return nullptr;
  for (size_t k = *(after - 1); k != kNone; k = functions_[k].parent) {
    if (i <= functions_[k].last) return &functions_[k];
  }
  return nullptr;
}

}  // namespace cuda_on_cpu::translate
