// The trusted process between the host code of a submission and its device (docs/admin_guide.md).
// It starts one process for each of them, passes every CUDA call of host code on to the device, and
// compares the inputs and outputs of the kernels with the oracle.
//   broker --edges FILE [--extra] [--output FILE] --device WORD... --host WORD... [-- ARGUMENT...]
// Its stdout, to which neither of the two processes can write, reports how they ended and what is
// wrong:
//   host exit 0
//   device exit 0
//   fault KIND PASS KERNEL ARRAY       "-" for a word that does not apply;
//                                      KIND none: nothing is wrong
//   left 0                             the number of allocations that host code never freed
// After these lines come a line "output BYTES" and the bytes of the file that host code wrote.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "broker/audit.hpp"
#include "broker/children.hpp"
#include "broker/requests.hpp"

namespace {

using namespace handshake::broker;
using remote::Message;
using remote::Operation;

constexpr int kOwnFault = 70;
constexpr off_t kMostOutput = off_t{64} << 20;

struct Options {
  std::string edges, output;
  bool extra = false;
  std::vector<std::string> device, host;
};

Options read_options(int argc, char** argv) {
  Options options;
  std::vector<std::string>* command = nullptr;
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    const bool takes_word = word == "--edges" || word == "--output";
    if (takes_word && a + 1 < argc && command == nullptr)
      (word == "--edges" ? options.edges : options.output) = argv[++a];
    else if (word == "--extra" && command == nullptr)
      options.extra = true;
    else if (word == "--device" || word == "--host")
      command = word == "--device" ? &options.device : &options.host;
    else if (command != nullptr)
      command->push_back(word);
  }
  if (options.edges.empty() || options.device.empty() || options.host.empty())
    throw std::runtime_error("the command line lacks --edges, --device or --host");
  return options;
}

// Handles one call of host code. Returns false if there are no more calls.
bool serve(const Child& host, Requests& requests, Audit& audit) {
  Message message;
  if (!remote::receive(host.incoming, message)) {
    const remote::Header nothing{};
    if (memcmp(&message.header, &nothing, sizeof nothing) != 0)
      throw Gone("host");  // host code ended in the middle of a message
    return false;
  }
  if (!requests.reduce(message)) throw Gone("host");
  switch (message.header.operation) {
    case Operation::launch:
      audit.launch(message);
      break;
    case Operation::copy:
      audit.copy(message);
      break;
    case Operation::fill:
      audit.fill(message);
      break;
    case Operation::share:
      audit.share(message);
      break;
    default:
      audit.call(message);
  }
  return remote::send(host.outgoing, message);
}

void copy_output(const std::string& path) {
  const int file = path.empty() ? -1 : open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  struct stat found{};
  const bool is_there = file >= 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode);
  std::string bytes(is_there ? std::min(found.st_size, kMostOutput) : 0, '\0');
  const ssize_t got = bytes.empty() ? 0 : read(file, bytes.data(), bytes.size());
  bytes.resize(got > 0 ? got : 0);
  printf("output %zu\n", bytes.size());
  fwrite(bytes.data(), 1, bytes.size(), stdout);
}

int run(const Options& options) {
  const auto graph = read_edges(options.edges);
  Requests requests(options.device.back());
  Child device_process = start(options.device, Role::device);
  DeviceLink device(device_process.incoming, device_process.outgoing);
  Audit audit(graph, options.extra, device);
  Child host = start(options.host, Role::host);
  std::string broken;
  try {
    while (serve(host, requests, audit)) continue;
  } catch (const Gone& who) {
    broken = who.what();
    if (broken == "host") kill(host.pid, SIGKILL);
  }
  hang_up(host);
  const std::string host_end = wait_for(host);
  hang_up(device_process);
  const std::string device_end = wait_for(device_process);
  const std::optional<Fault> fault = broken == "host" ? Fault{"forged", 0, "", ""} : audit.fault();
  const auto or_dash = [](const std::string& word) { return word.empty() ? "-" : word.c_str(); };
  printf("host %s\ndevice %s\n", host_end.c_str(), device_end.c_str());
  if (fault)
    printf("fault %s %d %s %s\n", fault->kind.c_str(), fault->pass, or_dash(fault->kernel),
           or_dash(fault->array));
  else
    printf("fault none 0 - -\n");
  printf("left %zu\n", device.live_allocations());
  copy_output(options.output);
  return fflush(stdout) == 0 ? 0 : kOwnFault;
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // host code and device cannot look into this process
  signal(SIGPIPE, SIG_IGN);
  remote::keep_freed_memory();
  try {
    return run(read_options(argc, argv));
  } catch (const std::exception& error) {
    fprintf(stderr, "broker: %s\n", error.what());
    return kOwnFault;
  }
}
