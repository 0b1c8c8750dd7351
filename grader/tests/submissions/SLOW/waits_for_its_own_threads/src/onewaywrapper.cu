// attack: exhaust
// root: resources
// what: runs twenty threads that all want a processor, so that one always waits: for its other
//   threads, and not for another program
// list: 10 30
#include <thread>
#include <unistd.h>

#include "gpuHeaders.cuh"
#include "onewaywrapper.hpp"

void one_way_handshake_wrapper(GraphData graph, int*& res, int numthreads, bool extra_credit) {
  for (int n = 0; n < 20; n++)
    std::thread([] { for (volatile long n = 0;; n = n + 1) {} }).detach();
  for (;;) pause();
}
