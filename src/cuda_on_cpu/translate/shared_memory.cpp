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
  while (first > 0) {
    const size_t open = source_.is(first - 1, ")") ? source_.partner(first - 1) : kNone;
    const bool follows_alignas = open != kNone && open > 0 && source_.is(open - 1, "alignas");
    const bool begins = source_.any_of(first - 1, {";", "{", "}", ")", ":", "]"}) ||
                        source_[first - 1].kind == TokenKind::literal;
    if (begins && !follows_alignas) break;
    first = follows_alignas ? open - 1 : first - 1;
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
  }
  rewrite_alignas(first, names[0]);
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

// A typedef must not have the specifier alignas, but it may have an attribute, which takes a number.
// A class before the declaration, which begins with token `first`, knows the number.
void Translator::rewrite_alignas(size_t first, size_t name) {
  struct Specifier {
    size_t begin, end;  // in the text
    std::string alignment;
  };
  std::vector<Specifier> specifiers;
  for (size_t i = first; i < name; i++) {
    const size_t close = source_.is(i, "alignas") ? source_.partner(i + 1) : kNone;
    if (close == kNone || close < i + 3) continue;
    std::string value;
    for (size_t k = i + 2; k < close; k++) value += source_.spelling(k) + ' ';
    const bool is_number =
        source_[i + 2].kind == TokenKind::number || source_.any_of(i + 2, {"sizeof", "alignof"});
    if (!is_number) {  // a type, or the name of a number
      const std::string holder = "cuda_on_cpu_alignment_" + std::to_string(i);
      insert_before(first, "struct " + holder + "{alignas(" + value + ") char c;};");
      value = "alignof(" + holder + ')';
    }
    specifiers.push_back({source_[i].begin, source_[close].end, value});
    i = close;
  }
  for (const Specifier& one : specifiers)
    edits_.replace(
        one.begin, one.end - one.begin,
        "__attribute__((aligned(" + one.alignment + ")))" + source_.line_ends(one.begin, one.end));
}

}  // namespace cuda_on_cpu::translate
