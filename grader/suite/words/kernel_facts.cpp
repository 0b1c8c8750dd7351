// What is said about one wrong element of each kernel's output.
#include "suite/shown_array.hpp"
#include "suite/words/facts.hpp"

namespace handshake::suite {

namespace {

std::string number(int value) {
  return std::to_string(value);
}

std::string node(int index) {
  return "node " + number(index);
}

void explain_handshaking(const KernelCase& kernel_case, Failure& failure) {
  const std::vector<int>& strongNeighbor = kernel_case.arrays[0].values;
  const std::vector<int>& before = kernel_case.arrays[1].values;
  const int x = failure.index;
  const int hand = strongNeighbor[x];
  std::string why;
  if (before[x] != kUnmatched) {
    why = "Node " + number(x) + " was matched with " + node(before[x]) +
          " in an earlier pass and keeps this partner.";
    failure.hint = "How does a thread find out that its node was matched in an earlier pass?";
  } else if (failure.expected != kUnmatched) {
    why = "Nodes " + number(x) + " and " + number(hand) +
          " extend a hand to each other: strongNeighbor[" + number(x) + "] is " + number(hand) +
          " and strongNeighbor[" + number(hand) + "] is " + number(x) + ".";
    failure.hint =
        "A handshake has two nodes. Which thread writes matches for which of them, and "
        "can one thread's write keep the other from writing?";
  } else if (hand == kUnmatched) {
    why = "Node " + number(x) + " has no edge left: strongNeighbor[" + number(x) +
          "] is -1, so it stays unmatched.";
    failure.hint = "Which index do you use when a node has no strongest neighbor?";
  } else {
    const int other = strongNeighbor[hand];
    why = "Node " + number(x) + " extends a hand to " + node(hand) + ", but " + node(hand) +
          (other == kUnmatched ? " extends none" : " extends its hand to " + node(other)) +
          ": no handshake.";
    failure.hint = "A hand alone is no handshake. What must be true of the node at the other end?";
  }
  failure.what.push_back(why);
}

void explain_filter(const KernelCase& kernel_case, Failure& failure) {
  const std::vector<int>& matches = kernel_case.arrays[2].values;
  const int src = kernel_case.graph.src[failure.index];
  const int dst = kernel_case.graph.dst[failure.index];
  const auto state = [&](int end) {
    return matches[end] == kUnmatched ? node(end) + " is unmatched"
                                      : node(end) + " is matched with " + node(matches[end]);
  };
  failure.what.push_back("Edge " + number(failure.index) + " goes from " + node(src) + " to " +
                         node(dst) + "; " + state(src) + ", " + state(dst) + ".");
  const bool src_is_free = matches[src] == kUnmatched;
  const bool dst_is_free = matches[dst] == kUnmatched;
  if (!failure.got)
    failure.hint =
        "keepEdges holds anything before the launch. Every element needs a value, the "
        "ones that are 0 as well.";
  else if (*failure.got != 0 && *failure.got != 1)
    failure.hint = "Only 0 and 1 make sense to the prefix sum that follows.";
  else if (src_is_free != dst_is_free)
    failure.hint =
        "An edge has two ends, and one of them is matched here. Which of the two does "
        "your condition look at?";
  else
    failure.hint = "Which of the two values says keep, and which says filter out?";
}

void explain_scan(const KernelCase& kernel_case, Failure& failure) {
  const std::vector<int>& oldSum = kernel_case.arrays[0].values;
  const int x = failure.index;
  const int distance = kernel_case.distance();
  std::string why;
  if (distance == 0 && x == 0) {
    why = "The first sum is the sum of nothing.";
    failure.hint = "Which thread gives newSum[0] its value when distance is 0?";
  } else if (distance == 0) {
    why = "Distance is 0, so newSum[" + number(x) + "] is oldSum[" + number(x - 1) +
          "], which is " + number(oldSum[x - 1]) + ".";
    failure.hint = "Where does the element come from when everything moves one place to the right?";
  } else if (x < distance) {
    why = "No element stands " + number(distance) + (distance == 1 ? " place" : " places") +
          " to the left of element " + number(x) + ", so it stays as it is: oldSum[" + number(x) +
          "] is " + number(oldSum[x]) + ".";
    failure.hint = "What becomes of the elements that have nothing to add?";
  } else {
    why = "newSum[" + number(x) + "] is oldSum[" + number(x) + "] + oldSum[" +
          number(x - distance) + "], which is " + number(oldSum[x]) + " + " +
          number(oldSum[x - distance]) + ".";
    failure.hint =
        failure.got == oldSum[x]
            ? "Nothing was added here. Which is the first element that has one `distance` "
              "places to its left?"
            : "Which of the two arrays do you read, and may another thread have changed "
              "what you read?";
  }
  failure.what.push_back(why);
  if (!failure.got) failure.hint = "Every element of newSum needs a value in every launch.";
}

}  // namespace

void explain_element(const KernelCase& kernel_case, Failure& failure) {
  switch (kernel_case.kernel) {
    case Kernel::handshaking:
      return explain_handshaking(kernel_case, failure);
    case Kernel::filter:
      return explain_filter(kernel_case, failure);
    case Kernel::scan:
      return explain_scan(kernel_case, failure);
  }
}

bool is_worth_showing(const KernelCase& kernel_case, const Array& array) {
  return kernel_case.kernel != Kernel::filter || array.name != "matches" ||
         array.values.size() <= kWhole;
}

}  // namespace handshake::suite
