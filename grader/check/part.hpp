// A part of the check: one kernel, or what a lab defines beside its kernels (host code, a whole
// program). And what else a lab adds to the check program.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/options.hpp"
#include "check/report.hpp"
#include "check/source_facts.hpp"

namespace handshake::check {

// The data that the checks of all parts share.
struct Check {
  const Options& options;
  SourceFacts facts;
};

class Part {
 public:
  Part(std::string its_id, std::string its_name, std::string its_program,
       std::vector<std::string> its_files)
      : id(std::move(its_id)),
        name(std::move(its_name)),
        program(std::move(its_program)),
        files(std::move(its_files)) {}
  virtual ~Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  const std::string id;                  // as in `make check-ID`
  const std::string name;                // as the table shows it
  const std::string program;             // that runs the student's code
  const std::vector<std::string> files;  // in which the student writes this part
  virtual bool is_optional() const { return false; }
  virtual bool is_diagnosed() const { return true; }  // whether diagnostic mode has a program, too

  // The object that is built from the part's file, in the folder of the programs. The compiler's
  // warnings are in the file OBJECT.log.
  virtual std::string object() const { return files.empty() ? "" : files.front() + ".o"; }
  // The lines of the student in one of the files; none: all lines.
  virtual LineRanges own_lines(const Check&, const std::string& /*file*/) const { return {}; }

  // Says which part must be OK first; empty if this part can be checked.
  virtual std::string missing(const Report& /*before*/) const { return ""; }
  virtual suite::PartResult run(const Check& check, const Report& before) const = 0;
  // Counts what is right, although the part is not OK.
  virtual suite::Shares shares(const Check& check, const Programs& programs,
                               const suite::PartResult& part) const = 0;
  // Searches for small changes that make the part right.
  virtual suite::Repairs repairs(const Check& check, const suite::PartResult& part) const = 0;
  // Whether the hint may follow from these changes.
  virtual bool asks_by_repairs() const { return true; }
};

struct LabCheck {
  std::vector<const Part*> parts;  // after the kernels
  // Called after a part was run.
  void (*review)(const Check& check, suite::PartResult& part) = nullptr;
  // A small example on which the first failing part fails; null: there is none.
  std::shared_ptr<const Example> (*find_example)(const Check& check,
                                                 const Report& report) = nullptr;
  // `check --trace`: shows every step of a whole run.
  void (*trace)(const Options& options) = nullptr;
};

// Defined by the lab, as suite::lab().
const LabCheck& lab_check();

// The kernels of the lab, and then its other parts.
const std::vector<const Part*>& all_parts();

}  // namespace handshake::check
