// attack: exhaust
// root: resources
// what: makes a gigabyte of text from ten macros, with an error at its end
// list: 8
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define A0 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +
#define A1 A0 A0 A0 A0 A0 A0 A0 A0 A0 A0
#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1
#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2
#define A4 A3 A3 A3 A3 A3 A3 A3 A3 A3 A3
#define A5 A4 A4 A4 A4 A4 A4 A4 A4 A4 A4
#define A6 A5 A5 A5 A5 A5 A5 A5 A5 A5 A5
#define A7 A6 A6 A6 A6 A6 A6 A6 A6 A6 A6
static const int kLaughs = A7 A7 A7 nothing;

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
