// The algorithms for one GPU.
#pragma once

#include <memory>

#include "extensions/suitor/engine.hpp"

namespace handshake::suitor {

std::unique_ptr<Engine> make_gpu_ld(const CsrGraph& graph, const Options& options);
std::unique_ptr<Engine> make_gpu_suitor(const CsrGraph& graph, const Options& options);

}  // namespace handshake::suitor
