// A constructor of the host.
struct Edge {
  int from, to;
  Edge(int a, int b) : from(a), to(b) {}
};

__global__ void k(int* p) {
  Edge edge(p[0], p[1]);  // REFUSED
  p[2] = edge.from + edge.to;
}
