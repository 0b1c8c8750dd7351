// Strings that look like code.
#include <cstdio>

__global__ void k(int* p) {
  printf("std::vector<int> list; throw 1; // not code\n");
  const char* text = R"(rand(); "__shared__ int x = 0;" {{{ )";
  p[0] = text[0] + u8"x"[0] + '"' + '\'' + 1'000;
}
