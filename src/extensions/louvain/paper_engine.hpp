// The scheme of the paper "Community Detection on the GPU" by Naim, Manne, Halappanavar and Tumeo.
// The code can be read together with the paper, and is used for comparisons. It differs from the
// paper in two points. Sums are whole numbers, so that the result is the same in every run. Nodes
// are put into buckets only once per stage.
#pragma once

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// The same as find_on_gpu, but with the scheme of the paper.
Buffer<Node> find_by_paper(const Problem& problem, const Options& options,
                           std::vector<std::vector<Node>>* hierarchy, Measures* measures);

}  // namespace handshake::louvain
