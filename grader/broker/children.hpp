// Starts and ends the two processes that the broker connects: host code and its device.
#pragma once

#include <string>
#include <vector>

namespace handshake::broker {

enum class Role { host, device };

struct Child {
  int pid = -1;
  int incoming = -1, outgoing = -1;  // our ends of the pipes
};

// Starts the program with two pipes: its descriptors 3 (in) and 4 (out). What the program prints to
// stdout or stderr goes to our stderr. The program gets none of the other files and pipes that this
// process has opened. Throws std::runtime_error.
Child start(const std::vector<std::string>& command, Role role);

// Closes our ends of the pipes.
void hang_up(Child& child);

// Waits until the process ends, and returns how it ended, such as "exit 0" or "signal 11".
std::string wait_for(const Child& child);

}  // namespace handshake::broker
