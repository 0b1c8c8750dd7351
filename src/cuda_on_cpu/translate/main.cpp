// translate [--diagnose] < preprocessed.ii > plain.ii
// Reads preprocessed CUDA C++ and writes plain C++ for an ordinary compiler. Exit code 0, or 1 when
// the program uses something that CUDA on the CPU does not offer (one line on standard error each).
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <iterator>
#include <string>

#include "cuda_on_cpu/translate/translator.hpp"

int main(int argc, char** argv) {
  using namespace cuda_on_cpu::translate;
  Build build = Build::plain;
  for (int i = 1; i < argc; i++) {
    if (std::strcmp(argv[i], "--diagnose") == 0) {
      build = Build::diagnose;
    } else {
      std::cerr << "translate: unknown option '" << argv[i] << "'; only --diagnose is known\n";
      return 2;
    }
  }
  std::ios::sync_with_stdio(false);
  std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  Translator translator(std::move(text), build);
  const std::string result = translator.run();
  for (const std::string& error : translator.errors()) std::cerr << error << '\n';
  if (!translator.errors().empty()) return 1;
  if (std::fwrite(result.data(), 1, result.size(), stdout) != result.size() ||
      std::fflush(stdout) != 0) {
    std::cerr << "translate: cannot write the result: " << std::strerror(errno) << '\n';
    return 2;
  }
  return 0;
}
