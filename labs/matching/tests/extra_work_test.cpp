// If extra credit is right but wastes work, it gets a note. In this test, a shell script replaces
// the program. The script only writes the counters.
#include "labs/matching/check/extra_work.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "suite/words/words.hpp"

namespace handshake::check {
namespace {

// The note about a run with these counters; empty if there is no note.
std::string note_on(const std::string& counters) {
  const std::string folder = testing::TempDir() + "/extra_work";
  mkdir(folder.c_str(), 0700);
  const std::string program = folder + "/run_wrapper";
  std::ofstream(program) << "#!/bin/sh\ncat >&7 <<'END'\n" << counters << "END\n";
  chmod(program.c_str(), 0700);
  Programs programs;
  programs.directory = programs.diagnostic = programs.scratch = folder;
  const std::optional<suite::Note> note = note_on_extra_work(programs);
  return note ? suite::words::note(*note) : "";
}

std::string kernel(const std::string& name, const std::string& numbers, const std::string& most) {
  return "{\"kernel\":\"" + name + "\"," + numbers +
         ",\"accesses_per_thread\":{\"min\":0,\"max\":" + most + "}}\n";
}

const std::string kGiven = kernel(
    "markFilterEdges_gpu", "\"launches\":1,\"threads\":1024,\"accesses\":9000000", "9000000");
const std::string kLine = "{\"file\":\"extra.cu\",\"line\":3,\"access\":\"load\"}\n";

TEST(NoteOnExtraWork, SaysNothingAboutWorkThatIsSharedAndDoneOnce) {
  EXPECT_EQ(note_on(kGiven + kLine +
                    kernel("find", "\"launches\":1,\"threads\":1024,\"accesses\":12000", "12")),
            "");
}

TEST(NoteOnExtraWork, CountsTheAccessesOfAKernelThatLooksAtAllEdgesForEachNode) {
  const std::string note = note_on(
      kGiven + kernel("by_block", "\"launches\":1,\"threads\":1024,\"accesses\":840000", "900"));

  EXPECT_NE(note.find("for 200 nodes and an edge list of 4000 edges, the threads of by_block made "
                      "840000 accesses to arrays, 210 for each edge"),
            std::string::npos)
      << note;
}

TEST(NoteOnExtraWork, CountsTheAccessesOfAThreadThatWorksAlone) {
  const std::string note =
      note_on(kernel("all", "\"launches\":1,\"threads\":1024,\"accesses\":12000", "11000"));

  EXPECT_NE(note.find("one thread of all made 11000 of 12000 accesses"), std::string::npos) << note;
}

TEST(NoteOnExtraWork, SaysNothingIfTheCountersAreIncompleteOrMissing) {
  EXPECT_EQ(note_on("{\"kernel\":"), "");
  EXPECT_EQ(note_on(""), "");
}

}  // namespace
}  // namespace handshake::check
