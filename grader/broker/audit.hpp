// Checks that the kernels did the work. Follows every pass of the matching on the device, launch by
// launch, and compares the arrays with the oracle before host code can change anything.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "broker/device_link.hpp"
#include "broker/passes.hpp"

namespace handshake::broker {

// A sign that the kernels may not have computed the result. Then the result does not count, even if
// it is right. `kernel` and `array` hold names from the handout.
struct Fault {
  std::string kind;  // a word that handshake_grader/examine/brokered_run.py knows
  int pass = 0;      // counted from 1; 0: the fault belongs to no single pass
  std::string kernel, array;
};

class Audit {
 public:
  Audit(const EdgeList& graph, bool extra, DeviceLink& device);

  // These functions send the request in `message` to the device, and put the reply into `message`.
  void launch(remote::Message& message);
  void copy(remote::Message& message);
  void fill(remote::Message& message);
  void call(remote::Message& message);
  // Refuses a request for memory that host code and the device would share.
  void share(remote::Message& message);

  // Must be called after the last request.
  std::optional<Fault> fault() const;

 private:
  enum class Stage { handshaking, filter, scan, pack, done };
  using Arguments = std::vector<uint64_t>;
  using Range = std::pair<uint64_t, uint64_t>;  // an address, and a number of bytes

  void blame(const std::string& kind, const std::string& kernel, const std::string& array);
  struct Array {
    const char* name;
    Claim claim;
  };
  bool are_given(const std::vector<Array>& arrays, const std::string& kernel);
  const char* kind_of_input(const Array& wrong) const;
  bool launch_leaves(const std::vector<IntRange>& cleared, remote::Message& message,
                     const std::vector<Array>& arrays, const std::string& kernel);

  bool handshaking_is_given(const Arguments& arguments);
  bool filter_is_given(const Arguments& arguments);
  bool pack_is_given(const Arguments& arguments);
  std::vector<IntRange> cleared(const Arguments& arguments,
                                const std::vector<std::pair<int, int>>& outputs) const;
  void launch_handshaking(const Arguments& arguments, remote::Message& message);
  void launch_filter(const Arguments& arguments, remote::Message& message);
  void launch_scan(const Arguments& arguments, remote::Message& message);
  void launch_pack(const Arguments& arguments, remote::Message& message);
  int needed_scans() const;

  bool is_given(const std::vector<char>& bytes) const;
  void spend(uint64_t bits);
  void spend_on(const remote::LaunchText& text);
  bool is_next_scan(const Arguments& arguments) const;
  bool host_wrote(uint64_t address, int ints) const;

  Pass pass_;
  int number_of_pass_ = 1;
  bool extra_;
  DeviceLink& device_;
  // The arrays of the graph, and the array 0, 1, ..., numNodes - 1.
  std::vector<std::vector<int>> given_;
  Stage stage_ = Stage::handshaking;
  Fault stuck_;  // the reason why stage_ has not reached Stage::done
  uint64_t matches_ = 0, copied_down_ = 0;
  int scans_ = 0;
  bool asked_to_share_ = false, copy_failed_ = false;
  // With -extra: the number of bits that host code has sent to the device in this pass.
  uint64_t spent_ = 0;
  std::vector<Range> written_, filled_;
  std::optional<Fault> helped_;
};

}  // namespace handshake::broker
