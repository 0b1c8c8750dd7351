// Asks which GPUs there are.
#pragma once

namespace handshake::louvain {

// Throws DeviceError if there is no GPU.
void check_gpu();

// Whether there is a real GPU, not a simulated one.
bool has_real_gpu();

}  // namespace handshake::louvain
