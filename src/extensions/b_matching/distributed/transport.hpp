// How the messages of a rank are sent.
#pragma once

#include <vector>

#include "extensions/b_matching/distributed/messages.hpp"

namespace handshake::b_matching {

class Transport {
 public:
  virtual ~Transport() = default;

  // Sends outbox[rank] to each rank and puts the messages of other ranks into `arrived`, where they
  // stay until the next exchange. Returns false once no rank has work and no message is on its way;
  // then `arrived` is empty.
  virtual bool exchange(const std::vector<Messages>& outbox, bool has_work,
                        std::vector<Bundle>* arrived) = 0;
};

}  // namespace handshake::b_matching
