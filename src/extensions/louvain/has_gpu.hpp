// Asks which GPUs there are.
#pragma once

namespace handshake {

// Throws DeviceError when there is none.
void check_gpu();

// Whether there is a GPU that is not pretended.
bool has_real_gpu();

}  // namespace handshake
