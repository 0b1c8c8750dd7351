// A destructor of the host, which no line calls by its name.
struct Counter {
  int count;
  ~Counter() { count = 0; }
};

__global__ void k(int* p) {
  for (int i = 0; i < 3; i++) { Counter counter{i}; p[i] = counter.count; }  // REFUSED
}
