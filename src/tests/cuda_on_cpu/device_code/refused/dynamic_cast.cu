// A type that is known only at run time.
struct Base {
  __device__ virtual int value() { return 1; }
};
struct Derived : Base {
  __device__ int value() override { return 2; }
};

__global__ void k(int* p) {
  Derived object;
  Base* base = &object;
  p[0] = dynamic_cast<Derived*>(base) != nullptr;  // REFUSED
}
