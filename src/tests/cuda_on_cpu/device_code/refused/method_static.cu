// A static member function without __device__.
struct Numbers {
  static int seven() { return 7; }
};

__global__ void k(int* p) {
  p[0] = Numbers::seven();  // REFUSED
}
