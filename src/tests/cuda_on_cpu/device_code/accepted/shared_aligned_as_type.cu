// Arrays in shared memory that are aligned as types and numbers say.
struct alignas(32) Wide {
  int x[8];
};
constexpr int kBytes = 64;
template <class T>
__global__ void store(unsigned long long* out) {
  __shared__ alignas(T) char room[sizeof(T)];
  alignas(16) __shared__ char other[3];
  *out = reinterpret_cast<unsigned long long>(room) % alignof(T) +
         reinterpret_cast<unsigned long long>(other) % 16;
}
template __global__ void store<Wide>(unsigned long long*);
__global__ void store_more(unsigned long long* out) {
  __shared__ alignas(Wide) alignas(16) char room[3];
  alignas(kBytes) __shared__ char other[3];
  *out = reinterpret_cast<unsigned long long>(room) % alignof(Wide) +
         reinterpret_cast<unsigned long long>(other) % kBytes;
}
__shared__ alignas(Wide) char whole[sizeof(Wide)];
__global__ void store_whole(unsigned long long* out) {
  *out = reinterpret_cast<unsigned long long>(whole) % alignof(Wide);
}
