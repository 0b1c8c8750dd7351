// A runner that misbehaves; its first argument says how.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "protocol/message.hpp"

using namespace handshake::protocol;

namespace {

constexpr int kWaited = 6;  // the descriptor of the guard's reports; see check/own_time.hpp

Head read_request() {
  Head head;
  if (read(kRequestDescriptor, &head, sizeof head) != sizeof head) _exit(9);
  std::vector<char> payload(head.payload);
  for (size_t at = 0; at < payload.size();) {
    const ssize_t got = read(kRequestDescriptor, payload.data() + at, payload.size() - at);
    if (got <= 0) _exit(9);
    at += got;
  }
  return head;
}

void send(const void* data, size_t size) {
  if (write(kReplyDescriptor, data, size) < 0) _exit(8);
}

void reply(Head head, uint32_t claimed, size_t real) {
  head.kind = Kind::done;
  head.payload = claimed;
  send(&head, sizeof head);
  const std::vector<char> zeros(real);
  send(zeros.data(), zeros.size());
}

void find(const std::string& line) {
  if (write(kFindingsDescriptor, (line + "\n").data(), line.size() + 1) < 0) _exit(7);
}

// Writes findings after the answer, in the way that `manner` names.
void find_badly(const std::string& manner) {
  const std::string seen = R"({"number":1,"seen":"out_of_bounds","severity":"error"})";
  if (manner == "finds_nothing") find(R"({"number":1,"end":true})");
  if (manner == "finds_nothing_and_stays") find(R"({"number":1,"end":true})"), pause();
  if (manner == "finds_and_exits") find(seen);
  if (manner == "finds_and_says_nothing") find(seen), find(R"({"number":2,"end":true})");
  if (manner == "finds_and_denies") {
    find(seen), find(R"({"number":2,"told":0})"), find(R"({"number":3,"end":true})");
  }
  if (manner == "finds_and_leaves_a_gap") find(R"({"number":2,"end":true})");
  if (manner == "finds_after_its_end") {
    find(R"({"number":1,"end":true})"), find(R"({"number":2,"told":0})");
  }
  if (manner == "finds_without_end")
    for (int i = 0; i < 300; i++) find(std::string(65536, 'x'));
}

}  // namespace

int main(int, char** argv) {
  const std::string manner = argv[1];
  // Writes what a guard would write when it has started this process.
  if (manner == "starts_late") usleep(1'000'000);
  dprintf(kWaited, "0\n");
  if (manner == "exits_at_once") return 0;
  if (manner == "says_ok_and_exits") {
    std::puts("OK OK OK {\"verdict\": \"OK\"}");
    return 0;
  }
  const Head head = read_request();
  const uint32_t right_size = 3 * sizeof(int);
  if (manner == "sends_garbage") send(std::string(4096, 'x').data(), 4096);
  if (manner == "ends_in_the_head") send(&head, 7);
  if (manner == "ends_in_the_payload") reply(head, right_size, 5);
  if (manner == "claims_too_much") reply(head, 0xffffffffu, 64);
  if (manner == "claims_more_than_it_may") reply(head, 1 << 20, 64);
  if (manner == "sends_too_little") reply(head, 4, 4);
  if (manner == "sends_too_much") reply(head, right_size + 4, right_size + 4);
  if (manner == "crashes") *static_cast<volatile int*>(nullptr) = 1;
  if (manner == "hangs") pause();
  if (manner == "answers_another_request") {
    Head other = head;
    other.nonce++;
    reply(other, right_size, right_size);
  }
  if (manner == "floods")
    while (true) std::puts(std::string(100000, 'x').c_str());
  if (manner == "answers" || manner == "starts_late") reply(head, right_size, right_size);
  // Writes what a guard would write about a process that runs for only a ninth of the time.
  while (manner == "works_for_ever") usleep(90'000), dprintf(kWaited, "0.080 0.010\n");
  if (manner == "reports_at_its_end") {
    dprintf(kWaited, "0 0\n");
    usleep(400'000);
    reply(head, right_size, right_size);
    usleep(50'000);
    dprintf(kWaited, "0.390 0.010\n");
  }
  if (manner == "answers_late" || manner.compare(0, 6, "waits_") == 0) {
    if (manner == "waits_for_ever") dprintf(kWaited, "60\n");
    if (manner == "waits_a_moment") dprintf(kWaited, "1.2\n1.8\n");
    usleep(manner == "answers_late" ? 100'000 : 1'500'000);
    if (manner == "waits_for_ever") pause();
    reply(head, right_size, right_size);
  }
  if (manner.compare(0, 6, "finds_") == 0) {
    reply(head, right_size, right_size);
    find_badly(manner);
  }
  if (manner.compare(0, 7, "prints_") == 0) {
    if (manner == "prints_controls") std::fputs("\033[2Jcleared", stdout);
    if (manner == "prints_bytes") std::fwrite("\xff\xfe\u00e9\0\xc3", 6, 1, stdout);
    if (manner == "prints_many_letters") {
      std::putchar('x');
      for (int i = 0; i < 3000; i++) std::fputs("\u00e9", stdout);
    }
    std::fflush(stdout);
    reply(head, right_size, right_size);
    pause();
  }
  return 0;
}
