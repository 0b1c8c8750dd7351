// std::swap, written without std::.
#include <utility>
using namespace std;

__global__ void k(int* p) {
  swap(p[0], p[1]);  // REFUSED
}
