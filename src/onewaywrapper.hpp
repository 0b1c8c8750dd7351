// Declares the matching algorithm that main.cu calls.
#ifndef ONEWAYWRAPPER_H
#define ONEWAYWRAPPER_H

#include <stdexcept>

#include "utils.hpp"

namespace handshake {

// The kernels ran without a CUDA error, but what they computed cannot be right.
class KernelFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace handshake

// Match the graph by handshaking on the current GPU and print the number of passes and the time.
//   graph         the arrays are used as scratch space: they do not hold the graph afterwards
//   res           [numNodes]  in: UNMATCHED; out: the partner of each node, or UNMATCHED
//   numthreads    threads per kernel, rounded up to whole blocks
//   extra_credit  find the strongest neighbors on the GPU, with the kernels of extra.cu
void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit);

#endif
