// Sentences that say where small changes make a kernel right, without saying which changes.
#include "suite/repair_hint.hpp"
#include "suite/words/facts.hpp"
#include "suite/words/names.hpp"
#include "suite/words/table.hpp"

namespace handshake::suite::words {

namespace {

// "with another comparison at FILE:31"
std::string changed(const Repair& repair) {
  return sentences_of({kChanges}, repair.change,
                      {{"at", repair.at}, {"line", repair.other_line}, {"about", repair.about}})
      .front();
}

}  // namespace

Sentences say(const Repairs& fact) {
  if (tells_lines_only(fact.repairs)) {
    std::string lines;
    for (const Repair& one : fact.repairs) lines += (lines.empty() ? "" : ", ") + place(one.at);
    return {"The check tried small changes of your code, one at a time. Have a look at " + lines +
            "."};
  }
  std::string sentence;
  for (const Repair& one : fact.repairs)
    sentence += (sentence.empty() ? "" : ", or ") + changed(one);
  return {"The check tried small changes of your code, one at a time.",
          capital(sentence) +
              (fact.without_largest
                   ? ", every case gives the right result; the largest cases were not tried."
                   : ", every case gives the right result.")};
}

}  // namespace handshake::suite::words
