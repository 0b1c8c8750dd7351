// A host function, host variables and objects with constructors, none of them used in device code.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

static int calls = 0;
static std::vector<int> list(3);
std::map<std::string, int> names = {{"a", 1}};
static const std::string title = "handshake";
int table[] = {1, 2, 3};
struct Timer {
  Timer() : started(calls) { calls++; }
  ~Timer() { std::cout << "done\n"; }
  int started;
};
static Timer timer;

static void print(const std::vector<int>& values) {
  for (int value : values) std::cout << value << ' ';
}
template <class T>
T larger(T a, T b) {
  return std::max(a, b);
}
int main_of_tests(int argc, char** argv) {
  try {
    print(list);
    if (argc > 1) throw std::string(argv[1]);
  } catch (const std::string& message) {
    std::cerr << message;
  }
  int sizes[argc];
  sizes[0] = larger(argc, 3);
  std::sort(list.begin(), list.end());
  return sizes[0] + table[1];
}

__global__ void k(int* p) {
  p[0] = 1;
}
