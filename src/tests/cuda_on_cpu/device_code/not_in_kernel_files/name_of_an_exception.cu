extern "C" __device__ void* __cxa_begin_catch(void*) noexcept;  // REFUSED
__global__ void k(int* p, int n) {
  p[0] = __cxa_begin_catch(p + n) == nullptr;
}
