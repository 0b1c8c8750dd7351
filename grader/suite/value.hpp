// The types of the values that a kernel gets and writes. The engine stores, sends and compares a value
// as a word of 32 bits; its type says how the word is read and shown. A type of another size needs
// another word here and in the messages to the runner.
#pragma once

#include <cstring>
#include <type_traits>
#include <vector>

namespace handshake::suite {

using Word = int;
enum class Type { integer, without_sign, floating };

template <class T>
constexpr Type type_of() {
  static_assert(std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, float>,
                "a value is an int, an unsigned or a float");
  return std::is_same_v<T, float>      ? Type::floating
         : std::is_same_v<T, unsigned> ? Type::without_sign
                                       : Type::integer;
}

template <class T>
Word word_of(const T& value) {
  static_assert(sizeof(T) == sizeof(Word));
  Word word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

template <class T>
std::vector<Word> words_of(const std::vector<T>& values) {
  std::vector<Word> words;
  for (const T& value : values) words.push_back(word_of(value + T{}));  // -0 becomes 0
  return words;
}

// A word with its type. It is used as a word where the type does not matter.
struct Value {
  Value(Word its_word, Type its_type = Type::integer) : word(its_word), type(its_type) {}
  operator Word() const { return word; }
  template <class T>
  T as() const {
    T value;
    std::memcpy(&value, &word, sizeof value);
    return value;
  }
  Word word;
  Type type;
};

}  // namespace handshake::suite
