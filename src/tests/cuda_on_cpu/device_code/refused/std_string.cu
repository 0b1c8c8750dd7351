// A string allocates on the host.
#include <string>

__global__ void k(int* p) {
  std::string name = "node";  // REFUSED
  p[0] = name.size();
}
