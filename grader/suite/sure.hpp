// How sure it is that a fact, a line or a hint is about the mistake.
#pragma once

namespace handshake::suite {

enum class Sure {
  guess,  // it follows from the wrong element alone, or only the source text suggests it
  steps,  // it follows from what the threads did
  cause,  // it follows from the cause of the failure, such as a finding of the runtime
  proof   // a change of this line was tried, and everything is right with it
};

}  // namespace handshake::suite
