// How the messages of a rank travel.
#pragma once

#include <vector>

#include "extensions/b_matching/distributed/messages.hpp"

namespace handshake {

class Transport {
 public:
  virtual ~Transport() = default;

  // Sends outbox[rank] to each rank and puts what has come from others into `arrived`, where it stays
  // until the next exchange. False once no rank has work and no message is on its way: then nothing
  // has arrived.
  virtual bool exchange(const std::vector<Messages>& outbox, bool has_work,
                        std::vector<Bundle>* arrived) = 0;
};

}  // namespace handshake
