"""message.py and message.hpp describe the same messages."""

import os
import subprocess

from protocol import message
from stored_results import ROOT

PROGRAM = """
#include <cstddef>
#include <cstdio>
#include "protocol/message.hpp"
using namespace handshake::protocol;
int main() {
  Head head;
  head.nonce = 0x0102030405060708u;
  head.kind = Kind::launch;
  head.payload = 3;
  std::fwrite(&head, sizeof head, 1, stdout);
  std::printf("%u %u %u %u", unsigned(Kind::launch), unsigned(Kind::matching),
              unsigned(Kind::done), kMostPayload);
}
"""


def test_python_and_cpp_write_the_same_message_header(tmp_path):
    source, program = tmp_path / "head.cpp", tmp_path / "head"
    source.write_text(PROGRAM)
    compiler = os.environ.get("CXX", "c++")
    words = [compiler, "-std=c++17", f"-I{ROOT}/grader", f"-I{ROOT}/src", source, "-o", program]
    subprocess.run(words, check=True)
    wrote = subprocess.run([program], capture_output=True, check=True).stdout
    size = message.HEAD.size
    head = message.HEAD.unpack(wrote[:size])
    assert head == (message.MAGIC, message.VERSION, 0x0102030405060708, message.LAUNCH, 3)
    numbers = [int(word) for word in wrote[size:].split()]
    kinds = [message.LAUNCH, message.MATCHING, message.DONE]
    assert numbers == [*kinds, message.MOST_PAYLOAD]
