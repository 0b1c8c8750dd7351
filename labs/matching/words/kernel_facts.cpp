// Sentences about a wrong element in an array that a kernel writes.
#include "labs/matching/edge_list.hpp"
#include "labs/matching/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

Sentences say(const HandshakingElement& fact) {
  const std::string x = number(fact.node);
  if (fact.before != kUnmatched)
    return {"Node " + x + " was matched with " + node(fact.before) +
            " in an earlier pass and keeps this partner."};
  if (fact.expected != kUnmatched)
    return {"Nodes " + x + " and " + number(fact.hand) +
            " extend a hand to each other: " + element("strongNeighbor", fact.node) + " is " +
            number(fact.hand) + " and " + element("strongNeighbor", fact.hand) + " is " + x + "."};
  if (fact.hand == kUnmatched)
    return {"Node " + x + " has no edge left: " + element("strongNeighbor", fact.node) +
            " is -1, so the node stays unmatched."};
  const std::string hand = node(fact.hand);
  return {"Node " + x + " extends a hand to " + hand + ", but " + hand +
          (fact.hand_of_hand == kUnmatched ? " extends none"
                                           : " extends its hand to " + node(fact.hand_of_hand)) +
          ": this is not a handshake."};
}

Sentences say(const FilterElement& fact) {
  const auto state = [](int end, int match) {
    return match == kUnmatched ? node(end) + " is unmatched"
                               : node(end) + " is matched with " + node(match);
  };
  return {"Edge " + number(fact.edge) + " goes from " + node(fact.src) + " to " + node(fact.dst) +
          "; " + state(fact.src, fact.src_match) + ", " + state(fact.dst, fact.dst_match) + "."};
}

Sentences say(const ScanElement& fact) {
  const int x = fact.element;
  if (fact.distance == 0 && x == 0) return {"The first sum is a sum of no elements."};
  if (fact.distance == 0)
    return {"Distance is 0, so the right value is " + element("oldSum", x - 1) + ", which is " +
            number(fact.source) + "."};
  if (x < fact.distance)
    return {"No element is " + counted(fact.distance, "place") + " to the left of element " +
            number(x) + ", so the right value is " + element("oldSum", x) + ", which is " +
            number(fact.old) + "."};
  return {"The right value is " + element("oldSum", x) + " + " +
          element("oldSum", x - fact.distance) + ", which is " + number(fact.old) + " + " +
          number(fact.source) + "."};
}

}  // namespace handshake::suite::words
