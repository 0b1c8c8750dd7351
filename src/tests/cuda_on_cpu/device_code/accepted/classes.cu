// Classes whose functions are device code, or are made by the compiler.
struct Edge {
  int from = 0, to = 0;
  Edge() = default;
  Edge(const Edge&) = default;
  __device__ Edge(int a, int b) : from(a), to(b) {}
  __device__ ~Edge() {}
  __device__ int other(int node) const { return node == from ? to : from; }
  __device__ static int count() { return 2; }
  friend __device__ Edge operator+(Edge a, Edge b) { return Edge(a.from + b.from, a.to + b.to); }
  __device__ operator bool() const { return from != to; }
};
struct Weighted : Edge {
  using Edge::Edge;
  int weight = 1;
};
template <class T>
struct Box {
  T value;
  __device__ T get() const { return value; }
  template <class U>
  __device__ U as() const {
    return (U)value;
  }
};

__global__ void k(int* p) {
  Edge a(p[0], p[1]), b = a;
  Weighted c(1, 2);
  Box<int> box{3};
  Edge sum = a + b;
  if (sum) p[2] = sum.other(1) + c.weight + box.get() + (int)box.as<float>() + Edge::count();
}
