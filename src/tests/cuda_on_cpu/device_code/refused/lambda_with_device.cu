// nvcc accepts this only with --extended-lambda.
__global__ void k(int* p) {
  auto add = [=] __device__(int x) { return x + p[1]; };  // REFUSED
  p[0] = add(2);
}
