// A host function in a namespace.
namespace tools {
inline int half(int x) {
  return x / 2;
}
}  // namespace tools

__global__ void k(int* p) {
  p[0] = tools::half(p[1]);  // REFUSED
}
