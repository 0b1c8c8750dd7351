// Translates variables in shared memory. Each becomes a reference into the block's shared memory,
// so that the library knows the name of the variable and its exact bounds.
#include "cuda_on_cpu/translate/translator.hpp"

namespace cuda_on_cpu::translate {

// The positions of the names that are declared between the specifiers and the semicolon.
std::vector<size_t> Translator::declarators(size_t first, size_t semicolon) const {
  std::vector<size_t> names;
  for (size_t i = first; i < semicolon; i++) {
    if (source_.any_of(i, {"(", "[", "{"})) {
      i = source_.partner(i);
    } else if (source_.is(i, "<")) {
      i = source_.closing_angle(i);
    } else if (source_.is_identifier(i) && source_.any_of(i + 1, {"[", ",", ";"})) {
      names.push_back(i);
    }
    if (i == kNone) return {};
  }
  return names;
}

void Translator::rewrite_shared(size_t i) {
  size_t extern_word = kNone, static_word = kNone;
  size_t first = i;  // start of the declaration: __shared__ may be anywhere before the name
  while (first > 0 && !source_.any_of(first - 1, {";", "{", "}", ")", ":", "]"}) &&
         source_[first - 1].kind != TokenKind::literal) {
    first--;
  }
  size_t semicolon = i;
  while (semicolon < source_.size() && !source_.is(semicolon, ";")) {
    if (source_.any_of(semicolon, {"(", "[", "{"})) semicolon = source_.partner(semicolon);
    if (semicolon == kNone) return;
    semicolon++;
  }
  const std::vector<size_t> names = declarators(i + 1, semicolon);
  if (semicolon >= source_.size() || names.empty()) return;
  for (size_t k = first; k < names[0]; k++) {
    if (source_.is(k, "extern")) extern_word = k;
    if (source_.is(k, "static")) static_word = k;
    // `alignas` is not allowed in a typedef, but this attribute is, and has the same meaning.
    if (source_.is(k, "alignas") && source_.partner(k + 1) != kNone) {
      replace(k, "__attribute__((aligned");
      insert_after(source_.partner(k + 1), "))");
    }
  }
  const bool in_function = inside_device_function(i);
  if (!in_function) {
    // Outside of functions: one array per worker, because a worker runs one block at a time.
    if (extern_word == kNone && static_word == kNone) insert_before(first, "static ");
    // Compilers require that __thread comes after static and extern.
    const size_t other = extern_word != kNone ? extern_word : static_word;
    if (other != kNone && other > i) erase(other);
    replace(i, other != kNone && other > i ? source_.spelling(other) + " __thread" : "__thread");
    if (extern_word != kNone) {
      insert_before(semicolon, " __asm__(\"cuda_on_cpu_dynamic_shared_memory\")");
    }
    return;
  }
  if (extern_word != kNone) erase(extern_word);
  if (static_word != kNone) erase(static_word);
  erase(i);
  insert_before(first, "typedef ");
  std::string references;
  for (const size_t name : names) {
    const std::string variable = source_.spelling(name), type = variable + "__shared_type";
    insert_after(name, "__shared_type");
    if (extern_word != kNone) {
      references += type + "& " + variable + "=::cuda_on_cpu::dynamic_shared<" + type + ">();";
      continue;
    }
    const std::string text = variable + "__shared_name";
    references += "struct " + text + '{' + text_function("text", '"' + variable + '"') + "};" +
                  type + "& " + variable + "=::cuda_on_cpu::shared<" + type + "," + text +
                  ",cuda_on_cpu_here>();";
  }
  insert_after(semicolon, references);
}

}  // namespace cuda_on_cpu::translate
