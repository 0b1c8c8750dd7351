// Loops with `for` over arrays and lists.
__global__ void k(int* p) {
  int part[] = {1, 2, 3};
  for (int& x : part) x++;
  for (int x : {1, 2, 3}) p[0] += x;
  for (int x : part) p[1] += x;
}
