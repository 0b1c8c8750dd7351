// The fast readers of numbers in text. They stop at the first byte that is not a digit, so there
// must be a line end after the last number. They load eight bytes at once, so seven more bytes
// after this line end must be readable.
#pragma once

#include <cstdint>
#include <cstring>

namespace handshake {

inline std::uint64_t load_eight_bytes(const char* p) {
  std::uint64_t bytes;
  std::memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bytes = __builtin_bswap64(bytes);
#endif
  return bytes;
}

// Reads up to eight digits, without a branch for each digit, and appends them to *number. Returns
// the number of digits. The caller must make sure that *number does not overflow.
inline int append_digits(const char* p, std::uint64_t* number) {
  static constexpr std::uint64_t kPowersOfTen[] = {1,      10,      100,      1000,     10000,
                                                   100000, 1000000, 10000000, 100000000};
  // The XOR turns a digit into its value, and any other byte into a number above 9. The
  // top bit of such a number is 1, either before or after 0x76 is added. The top bit of a value up
  // to 9 stays 0. A carry from a number above 9 changes only later bytes, and only the first number
  // above 9 matters.
  std::uint64_t digits = load_eight_bytes(p) ^ 0x3030303030303030u;
  const std::uint64_t others = ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
  if (others == 0) {
    digits = (digits * 2561) >> 8 & 0x00ff00ff00ff00ffu;
    digits = (digits * 6553601) >> 16 & 0x0000ffff0000ffffu;
    *number = *number * kPowersOfTen[8] + (digits * 42949672960001u >> 32);
    return 8;
  }
  const int count = __builtin_ctzll(others) / 8;
  if (count == 0) return 0;
  digits <<= 64 - 8 * count;  // the digits move to the end, with zeros as leading digits
  digits = (digits * 2561) >> 8 & 0x00ff00ff00ff00ffu;
  digits = (digits * 6553601) >> 16 & 0x0000ffff0000ffffu;
  *number = *number * kPowersOfTen[count] + (digits * 42949672960001u >> 32);
  return count;
}

// Does the same as append_digits, but is faster for numbers of one or two digits.
inline int append_few_digits(const char* p, std::uint64_t* number) {
  const auto digit = [p](int i) { return static_cast<std::uint64_t>(p[i] - '0'); };
  if (digit(0) > 9) return 0;
  if (digit(1) > 9) {
    *number = *number * 10 + digit(0);
    return 1;
  }
  if (digit(2) > 9) {
    *number = *number * 100 + digit(0) * 10 + digit(1);
    return 2;
  }
  return append_digits(p, number);
}

// How many bytes advance() will probably skip: as many as at the same place of the previous line.
using LengthGuess = int;

// Returns p + count. The processor does not have to wait until it knows count: it continues with a
// guess, and repeats this work in the rare case that the guess was wrong.
[[gnu::always_inline]] inline const char* advance(const char* p, int count, LengthGuess* guess) {
  if (count != *guess) {
    *guess = count;
#ifdef __GNUC__
    asm volatile("" : "+r"(*guess));  // otherwise the compiler would simplify this to p + count
#endif
  }
  return p + *guess;
}

// Reads a whole number without a sign. Returns the end of its digits. Returns null if there are no
// digits, or if the number may overflow: its first 16 (or 24, 32, ...) digits are 2^32 or more.
[[gnu::always_inline]] inline const char* parse_index(const char* p, std::uint64_t* number,
                                                      LengthGuess* guess) {
  *number = 0;
  int count = append_digits(p, number);
  if (count == 0) return nullptr;
  p = advance(p, count, guess);
  while (count == 8) {
    if (*number >> 32 != 0) return nullptr;
    count = append_digits(p, number);
    p += count;
  }
  return p;
}

inline bool ends_word(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Handles what the fast readers of weights cannot read: exponents, many digits, faults.
const char* parse_rare_weight(const char* p, std::int32_t* weight);
const char* parse_rare_weight(const char* p, double* weight);

// Reads the word that begins at `word` as a weight. Returns the end of the word, or null when the
// word is not a finite number, or does not fit the type. For int32_t, the weight must be an
// integer, in any notation (2, 2.0, 1e2). Minus zero becomes zero, so that equal weights have the
// same bits.
inline const char* parse_weight(const char* const word, std::int32_t* weight) {
  const bool negative = *word == '-';
  const char* p = word + (negative || *word == '+');
  std::uint64_t number = 0;
  int count = append_few_digits(p, &number);
  p += count;
  if (count == 8) {
    count = append_digits(p, &number);
    p += count;
    if (count == 8) return parse_rare_weight(word, weight);
  } else if (count == 0 && *p != '.') {
    return nullptr;
  }
  if (count == 0 || !ends_word(*p)) return parse_rare_weight(word, weight);
  const std::int64_t value = negative ? -static_cast<std::int64_t>(number) : number;
  *weight = static_cast<std::int32_t>(value);
  return *weight == value ? p : nullptr;
}

inline const char* parse_weight(const char* const word, double* weight) {
  static constexpr double kPowersOfTen[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                            1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
  const bool negative = *word == '-';
  const char* p = word + (negative || *word == '+');
  std::uint64_t number = 0;
  int digits = append_few_digits(p, &number);
  p += digits;
  if (digits == 8) return parse_rare_weight(word, weight);
  int decimals = 0;
  if (*p == '.') {
    p++;
    decimals = append_few_digits(p, &number);
    p += decimals;
    if (decimals == 8) {
      const int more = append_digits(p, &number);
      p += more;
      decimals += more;
      if (more == 8) return parse_rare_weight(word, weight);
    }
    digits += decimals;
  }
  if (digits == 0) return nullptr;
  // Both operands are exact and the division rounds once: the result is the nearest double.
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  if (!ends_word(*p) || digits > 16 || number > kExact) return parse_rare_weight(word, weight);
  const double value = static_cast<double>(number) / kPowersOfTen[decimals];
  *weight = negative && number != 0 ? -value : value;
  return p;
}

}  // namespace handshake
