// The kernel uses a class of std, but no line of the kernel says std.
#include <vector>
typedef std::vector<int> List;

__global__ void k(int* p) {
  List list(10);  // REFUSED
  p[0] = 1;
}
