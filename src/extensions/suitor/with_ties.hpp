// Selects the class that compares by a tie rule.
#pragma once

#include <stdexcept>

#include "extensions/common/order.hpp"

namespace handshake::suitor {

// Calls visit(ties), where `ties` is an object of the class that compares by the rule. The offsets
// must be in the memory that visit() reads: the memory of the host or of the device.
template <class Visit>
auto with_ties(TieRule rule, const EdgeIndex* offsets, const Visit& visit) {
  switch (rule) {
    case TieRule::kIndex:
      return visit(IndexTies{});
    case TieRule::kHash:
      return visit(HashTies<OwnNodes>{{offsets}});
    case TieRule::kDegree:
      return visit(DegreeTies<OwnNodes>{{offsets}});
  }
  throw std::logic_error("there is no such tie rule");
}

}  // namespace handshake::suitor
