// Constants whose value the compiler knows.
const int kSize = 32;
static const unsigned kAll = 0xffffffffu;
static constexpr float kSmall = 1e-6f;
const double kHalf = 0.5;
constexpr int square(int x) {
  return x * x;
}
constexpr int kTile = square(4);
namespace limits {
const long kMost = 1L << 40;
}
struct Shape {
  static const int width = 8;
  static constexpr int height = 4;
  enum { depth = 2 };
};
enum Color { red, green };
enum class Mode { plain, extra };
struct Point {
  int x, y;
};
constexpr Point kOrigin = {1, 2};

__global__ void k(int* p, double* d) {
  __shared__ int part[kTile];
  part[threadIdx.x % kTile] = __shfl_sync(kAll, p[0], 0);
  p[1] = kSize + Shape::width + Shape::height + Shape::depth + green + (int)Mode::extra;
  p[2] = p[3] > kSize ? kSize : p[3];
  atomicMax(p, kSize);
  d[0] = kSmall * kHalf + limits::kMost + kOrigin.x + part[0];
}
