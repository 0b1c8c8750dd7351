// Reads the compiler's messages. See messages.hpp.
#include "cuda_on_cpu/translate/messages.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "cuda_on_cpu/translate/columns.hpp"
#include "cuda_on_cpu/translate/host_code.hpp"

namespace cuda_on_cpu::translate {
namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Whether the compiler only quotes the program in this line, which follows a message.
bool shows_text(const std::string& line) {
  const size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos || first == 0) return first == std::string::npos;
  size_t i = first;
  while (i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]))) i++;
  return line.compare(i, 1, "|") == 0 || line.compare(i, 2, " |") == 0 || i == first;
}

std::string with_place(const std::string& name, const std::string& place) {
  return name + " (" + place + ")";
}

}  // namespace

bool Messages::pass_on(std::istream& said, std::ostream& out, bool only_ours) {
  enum class Shown { yes, no, ours, left_out } shown = Shown::no;
  std::unordered_set<std::string> told;
  std::string context;  // the lines that the compiler prints before a message
  bool found = false;
  for (std::string line; std::getline(said, line);) {
    const std::string plain = without_colors(line);
    const Place place = place_of(plain);
    const bool is_context = contains(plain, ": In ") || contains(plain, "In file included from") ||
                            contains(plain, "                 from ") ||
                            contains(plain, "required from") || contains(plain, ": At ");
    if (is_context) {
      // The program's author did not write this lambda function: the translator has made it from a
      // kernel.
      if (!contains(plain, "In lambda function")) context += line + '\n';
      shown = Shown::no;
    } else if (place.line == 0 || shows_text(plain)) {
      if (shown == Shown::yes || (shown == Shown::ours && shows_text(plain))) out << line << '\n';
      if (place.line == 0 && !shows_text(plain) && !only_ours && shown == Shown::no)
        out << line << '\n';
    } else if (contains(plain, kHostMark.c_str()) || contains(plain, "[-Wvla")) {
      const std::string ours =
          contains(plain, "[-Wvla") ? explain_array(plain, place) : explain_mark(plain, place);
      shown = Shown::no;
      if (ours.empty() || !told.insert(ours).second) continue;
      shown = Shown::ours;
      found = true;
      out << plain.substr(0, place.text) << "error: " << ours << '\n';
    } else if (!only_ours && lacks_address(plain, place)) {
      shown = Shown::ours;
      context.clear();
      out << plain.substr(0, place.text)
          << "error: cudaMalloc writes into the pointer, so it needs the "
          << "address of the pointer: write & before its first argument\n";
    } else if (contains(plain.substr(place.text), "note: ") && shown != Shown::yes) {
      shown = Shown::left_out;
      context.clear();
    } else {
      shown = only_ours ? Shown::no : Shown::yes;
      if (!only_ours) out << context << line << '\n';
      context.clear();
    }
  }
  return found;
}

bool Messages::pass_on_of_object(std::istream& said, std::ostream& out, bool only_device_code) {
  bool found = false;
  for (std::string line; std::getline(said, line);) {
    const Place place = known_place(place_of(line));
    const std::string text = line.substr(place.text);
    if (only_device_code) {
      const bool is_ours = device_function_at(place) != nullptr || device_variable_at(place);
      if (!is_ours || is_defined_elsewhere(text)) continue;
    }
    found = true;
    const std::string number = place.line == 0 ? "" : ':' + std::to_string(place.line);
    const std::string file = place.line == 0 ? source_.files()[source_.main_file()] : place.file;
    out << file << number << ": " << text << '\n';
  }
  return found;
}

// Returns `place`, with the file name spelled as in the program's line markers.
Messages::Place Messages::known_place(Place place) const {
  const auto whole = [](const std::string& file) {
    return std::filesystem::absolute(file).lexically_normal();
  };
  if (place.line == 0) return place;
  for (const std::string& file : source_.files()) {
    if (whole(file) == whole(place.file)) {
      place.file = file;
      break;
    }
  }
  return place;
}

// Whether the message begins with the name of a device function whose body is in another file.
bool Messages::is_defined_elsewhere(const std::string& message) const {
  const size_t first = message.find(": ") == std::string::npos ? 0 : message.find(": ") + 2;
  std::string name = message.substr(first, message.find(' ', first) - first);
  name = name.substr(name.rfind(':') == std::string::npos ? 0 : name.rfind(':') + 1);
  bool declared = false;
  for (const DeclaredFunction& function : outline_.functions()) {
    if (outline_.name_of(function) != name || function.side == Side::host) continue;
    if (function.body != kNone) return false;
    declared = true;
  }
  return declared;
}

// The beginning of a message is  file:line:column:  or  file:line:  .
Messages::Place Messages::place_of(const std::string& message) {
  Place place;
  for (size_t colon = message.find(':'); colon != std::string::npos;
       colon = message.find(':', colon + 1)) {
    size_t i = colon + 1, line = 0;
    while (i < message.size() && std::isdigit(static_cast<unsigned char>(message[i])) &&
           line < 1000000000) {
      line = line * 10 + static_cast<size_t>(message[i++] - '0');
    }
    if (i == colon + 1 || i >= message.size() || message[i] != ':') continue;
    place.file = message.substr(0, colon);
    place.line = line;
    size_t after = i + 1;
    while (after < message.size() && std::isdigit(static_cast<unsigned char>(message[after])))
      after++;
    if (after > i + 1 && after < message.size() && message[after] == ':') i = after;
    place.text = std::min(i + 2, message.size());
    return place;
  }
  return place;
}

// Whether the message says that no overload of cudaMalloc fits a call, and the first argument of
// this call is a pointer instead of the address of a pointer. If calls are traced, cudaMalloc has a
// different name here.
bool Messages::lacks_address(const std::string& message, const Place& place) const {
  if (!contains(message, "error: no matching ")) return false;
  if (!contains(message, "malloc") && !contains(message, "cudaMalloc")) return false;
  for (size_t i = 0; i + 2 < source_.size(); i++) {
    if (source_[i].line != place.line || source_.files()[source_[i].file] != place.file) continue;
    const bool is_call = source_.any_of(i, {"cudaMalloc", "cudaMallocManaged", "malloc"});
    if (is_call && source_.is(i + 1, "(")) return !source_.any_of(i + 2, {"&", "("});
  }
  return false;
}

// The message about a use of something that host_code.hpp has marked; empty if the use is allowed.
std::string Messages::explain_mark(const std::string& message, const Place& place) const {
  std::istringstream mark(message.substr(message.find(kHostMark)));
  std::string word, kind, name, declared;
  std::getline(mark, word, kMarkDivider);
  std::getline(mark, kind, kMarkDivider);
  std::getline(mark, name, kMarkDivider);
  std::getline(mark, declared);
  declared = declared.substr(0, declared.find_first_of(" '\""));
  const DeclaredFunction* function = device_function_at(place);
  if (function == nullptr || outline_.is_idle(*function) || is_unevaluated(place, name)) return "";
  if (kind == "variable") {
    return with_place(name, declared) +
           " is a variable of the host, which device code cannot see: "
           "give it to the kernel as an argument, or declare it with __device__";
  }
  if (kind == "table") {
    return with_place(name, declared) +
           " is in the memory of the host, which device code cannot "
           "see: declare it with __constant__ or __device__, or inside of the kernel";
  }
  if (kind == "constexpr") {
    return with_place(name, declared) +
           " is a function of the host, although it is constexpr: write "
           "__device__ before it as well";
  }
  if (kind == "constructor") {
    return with_place(name, declared) +
           (name[0] == '~' ? " is a destructor" : " is a constructor") +
           " of the host: write __device__ before it";
  }
  return with_place(name, declared) +
         " is a function of the host, and device code cannot call it: "
         "write __device__ before it";
}

std::string Messages::explain_array(const std::string& message, const Place& place) const {
  if (device_function_at(place) == nullptr) return "";
  if (contains(message, "__shared_type")) {
    return "the size of a __shared__ array must be a constant; for a size that is known only "
           "at the launch, use extern __shared__, and write the number of bytes into <<<...>>>";
  }
  return "the size of an array in device code must be a constant";
}

const DeclaredFunction* Messages::device_function_at(const Place& place) const {
  const DeclaredFunction* found = nullptr;
  for (const DeclaredFunction& function : outline_.functions()) {
    if (function.body == kNone) continue;
    const Location first = source_.location(function.body), last = source_.location(function.last);
    if (first.file == place.file && first.line <= place.line && place.line <= last.line) {
      const bool is_inner =
          found == nullptr || function.parent != kNone || found->side == Side::host;
      if (is_inner) found = &function;
    }
  }
  const bool on_device =
      found != nullptr && (found->side == Side::device || found->side == Side::kernel);
  return on_device ? found : nullptr;
}

bool Messages::device_variable_at(const Place& place) const {
  return std::any_of(outline_.variables().begin(), outline_.variables().end(),
                     [&](const DeclaredVariable& variable) {
                       const Location first = source_.location(variable.first),
                                      last = source_.location(variable.last);
                       return variable.on_device && first.file == place.file &&
                              first.line <= place.line && place.line <= last.line;
                     });
}

// Whether the line mentions the name only where it is not evaluated, as in sizeof(name).
bool Messages::is_unevaluated(const Place& place, const std::string& name) const {
  const auto in_operand = [&](size_t i) {
    while (i-- > 0 && !source_.any_of(i, {";", "{", "}"})) {
      if (source_.any_of(i, {")", "]"})) i = source_.partner(i);
      if (i == kNone) return false;
      const size_t word = source_.is(i, "(") ? i - 1 : i;
      if (source_.any_of(word, {"sizeof", "decltype", "alignof", "noexcept", "__typeof__"}))
        return true;
    }
    return false;
  };
  bool mentions = false;
  for (size_t i = 0; i < source_.size(); i++) {
    if (source_[i].line != place.line || source_.files()[source_[i].file] != place.file) continue;
    if (!source_.is(i, name.c_str())) continue;
    if (!in_operand(i)) return false;
    mentions = true;
  }
  return mentions;
}

}  // namespace cuda_on_cpu::translate
