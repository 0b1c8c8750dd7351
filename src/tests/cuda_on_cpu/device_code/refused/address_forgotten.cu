// cudaMalloc writes into the pointer, so it takes the address of it.
int* made(int count) {
  int* numbers = nullptr;
  cudaMalloc(numbers, count * sizeof(int));  // REFUSED
  return numbers;
}
