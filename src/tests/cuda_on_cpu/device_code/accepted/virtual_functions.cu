// Virtual functions of objects that a kernel makes.
struct Base {
  __device__ virtual int value() const { return 1; }
  __device__ virtual ~Base() {}
};
struct Derived : Base {
  __device__ int value() const override { return 2; }
};

__global__ void k(int* p) {
  Derived object;
  const Base* base = &object;
  p[0] = base->value();
}
