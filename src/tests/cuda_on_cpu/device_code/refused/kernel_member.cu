// A kernel inside of a class.
struct Task {
  static __global__ void k(int* p) {  // REFUSED
    p[0] = 1;
  }
};
