const char* text = R"x(
/* )x";
%: line 12  // REFUSED
/* */
__global__ void k(int* p) { p[threadIdx.x] = 1; }
