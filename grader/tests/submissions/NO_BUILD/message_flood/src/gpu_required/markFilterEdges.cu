// attack: exhaust
// root: resources
// what: makes the compiler print a hundred thousand errors
// list: 8
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define B0 undeclared_a; undeclared_b; undeclared_c; undeclared_d; undeclared_e;
#define B1 B0 B0 B0 B0 B0 B0 B0 B0 B0 B0
#define B2 B1 B1 B1 B1 B1 B1 B1 B1 B1 B1
#define B3 B2 B2 B2 B2 B2 B2 B2 B2 B2 B2
static void flood() { B3 }

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
