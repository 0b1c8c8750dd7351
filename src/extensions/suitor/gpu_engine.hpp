// The algorithms for one GPU.
#pragma once

#include <memory>

#include "extensions/suitor/engine.hpp"

namespace handshake {

std::unique_ptr<SuitorEngine> make_gpu_ld(const CsrGraph& graph, const SuitorOptions& options);
std::unique_ptr<SuitorEngine> make_gpu_suitor(const CsrGraph& graph, const SuitorOptions& options);

}  // namespace handshake
