// Sentences about how a process of the submission ended.
#include <csignal>

#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string signal_name(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "a segmentation fault (SIGSEGV): it touched memory that is not its own";
    case SIGBUS:
      return "a bus error (SIGBUS)";
    case SIGFPE:
      return "an arithmetic error (SIGFPE), such as a division by zero";
    case SIGABRT:
      return "an abort (SIGABRT)";
    case SIGILL:
      return "an illegal instruction (SIGILL)";
    case SIGKILL:
      return "SIGKILL: it was killed from outside, perhaps because it used too much memory";
    case SIGXFSZ:
      return "SIGXFSZ: it wrote a file that is too large";
    default:
      return "the signal " + number(signal);
  }
}

}  // namespace

Sentences ended(const std::string& what, const std::string& when, const End& end) {
  switch (end.how) {
    case Ended::cuda_error:
      return {"CUDA reports an error " + when + " " + what + ": " + end.reason + "."};
    case Ended::exited:
      return {what + " ended the program (exit code " + number(end.code) +
              ") instead of returning."};
    case Ended::killed:
      return {what + " ended with " + signal_name(end.code) + "."};
    case Ended::timed_out:
      return {what + " had not ended after " + counted(end.seconds, "second") +
              ". A right solution takes a few milliseconds."};
    case Ended::spent:
      return {"All launches of " + what + " together took longer than " +
              counted(end.seconds, "second") +
              ". The launches of our solution take about a second on the CPU, or less than "
              "a minute on a GPU that no other program uses."};
    case Ended::flooded:
      return {what + " prints without end."};
    case Ended::bad_reply:
      return {what + " disturbed the process that runs it (" + end.reason + ")."};
    case Ended::replied:
    case Ended::not_built:
      break;
  }
  return {};
}

Sentences say(const KernelEnded& fact) {
  return ended(fact.kernel, "after", fact.end);
}

}  // namespace handshake::suite::words
