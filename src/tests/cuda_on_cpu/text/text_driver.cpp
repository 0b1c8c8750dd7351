// Reads texts from the standard input. Each text is given as the number of its bytes, a blank, and
// the bytes. Prints one line for each text. Without an argument, the line is the text as a JSON
// string. With a number as the argument, the text is cut to at most that many bytes, and the line
// is the number of bytes that are left.
#include <cstdlib>
#include <iostream>
#include <string>

#include "cuda_on_cpu/text/json_quote.hpp"
#include "cuda_on_cpu/text/utf8.hpp"

int main(int argc, char** argv) {
  std::size_t size = 0;
  while (std::cin >> size) {
    std::cin.get();
    std::string text(size, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(size));
    if (argc > 1)
      std::cout << handshake::cut_at_letter(text, std::strtoul(argv[1], nullptr, 10)).size();
    else
      std::cout << handshake::json_quoted(text);
    std::cout << '\n';
  }
  return 0;
}
