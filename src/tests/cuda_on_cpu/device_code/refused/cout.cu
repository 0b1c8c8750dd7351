// Output by std::cout.
#include <iostream>

__global__ void k(int* p) {
  std::cout << p[0];  // REFUSED
}
