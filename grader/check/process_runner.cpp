// Turns a launch into a request, and a reply into arrays.
#include "check/process_runner.hpp"

namespace handshake::check {

namespace {

std::vector<char> encode(const suite::Launch& launch) {
  protocol::PayloadWriter out;
  for (const suite::Size& size : {launch.shape.grid, launch.shape.block})
    for (const int length : {size.x, size.y, size.z}) out.number(length);
  out.number(launch.guard);
  out.number(static_cast<int>(launch.arrays.size()));
  for (const suite::LaunchArray& array : launch.arrays) {
    out.number(static_cast<int>(array.values.size()) - 2 * launch.guard);
    out.number(array.is_filled ? 1 : 0);
    if (array.is_filled) out.array(array.values);
  }
  out.number(static_cast<int>(launch.scalars.size()));
  for (const int scalar : launch.scalars) out.number(scalar);
  return out.bytes();
}

size_t reply_size(const suite::Launch& launch) {
  size_t bytes = protocol::kMostText + sizeof(int);
  for (const suite::LaunchArray& array : launch.arrays) bytes += array.values.size() * sizeof(int);
  return bytes;
}

suite::Ended how_of(ProcessEnd how) {
  using suite::Ended;
  switch (how) {
    case ProcessEnd::replied:
      return Ended::replied;
    case ProcessEnd::finished:
    case ProcessEnd::exited:
      return Ended::exited;
    case ProcessEnd::killed:
      return Ended::killed;
    case ProcessEnd::timed_out:
      return Ended::timed_out;
    case ProcessEnd::spent:
      return Ended::spent;
    case ProcessEnd::flooded:
      return Ended::flooded;
    case ProcessEnd::bad_reply:
      return Ended::bad_reply;
  }
  return Ended::not_built;
}

}  // namespace

suite::End end_of(const Exchange& exchange) {
  suite::End end;
  end.how = how_of(exchange.how);
  end.code = exchange.code;
  end.seconds = std::chrono::duration_cast<std::chrono::seconds>(exchange.limit).count();
  end.reason = exchange.reason;
  return end;
}

suite::LaunchReply ProcessRunner::launch(const suite::Launch& launch) {
  const Exchange exchange =
      process_.exchange(protocol::Kind::launch, encode(launch), reply_size(launch));
  suite::LaunchReply reply;
  reply.end = end_of(exchange);
  reply.printed = process_.printed();
  if (exchange.how == ProcessEnd::replied) {
    try {
      protocol::PayloadReader in(exchange.payload);
      if (exchange.kind == protocol::Kind::done) {
        for (const suite::LaunchArray& array : launch.arrays)
          reply.arrays.push_back(in.array(array.values.size()));
      } else {
        reply.end.how = suite::Ended::cuda_error;
        reply.end.reason = in.text();
      }
      in.finish();
    } catch (const protocol::ProtocolError& error) {
      reply.arrays.clear();
      reply.end.how = suite::Ended::bad_reply;
      reply.end.reason = error.what();
    }
  }
  reply.findings = process_.read_findings();
  if (reply.end.how != suite::Ended::replied) process_.end();
  return reply;
}

std::vector<suite::Finding> ProcessRunner::finish() {
  return process_.finish();
}

suite::History ProcessRunner::history() {
  return process_.read_history();
}

}  // namespace handshake::check
