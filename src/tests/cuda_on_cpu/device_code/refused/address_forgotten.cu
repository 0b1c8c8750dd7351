// cudaMalloc writes into the pointer, so it needs the address of the pointer.
int* made(int count) {
  int* numbers = nullptr;
  cudaMalloc(numbers, count * sizeof(int));  // REFUSED
  return numbers;
}
