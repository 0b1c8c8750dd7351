// The parts that are about one kernel.
#include "check/part.hpp"

#include "check/repairs.hpp"
#include "check/shown_text.hpp"
#include "suite/count_shares.hpp"
#include "suite/lab.hpp"

namespace handshake::check {

namespace {

class KernelPart : public Part {
 public:
  explicit KernelPart(const suite::Kernel& kernel)
      : Part(kernel.id, kernel.name, "run_" + kernel.id, {kernel.file}), kernel_(kernel) {}

  suite::PartResult run(const Check& check, const Report&) const override {
    ProcessRunners runners(check.options.programs);
    return suite::check_kernel(runners, kernel_, check.options.selection);
  }

  suite::Shares shares(const Check&, const Programs& all, const suite::PartResult&) const override {
    constexpr int kQuicker = 4;  // several kinds of cases may have a launch that does not end
    Programs programs = all;
    programs.limit /= kQuicker;
    ProcessRunners runners(programs);
    return suite::count_shares(runners, kernel_);
  }

  suite::Repairs repairs(const Check& check, const suite::PartResult& part) const override {
    const Options& options = check.options;
    const std::string object = kernel_.file.substr(kernel_.file.rfind('/') + 1) + ".o";
    const VariantProgram made{options.variants, options.make, program,
                              object,           {},           {short_path(part.files.front())}};
    KernelTrials trials(options.programs, options.variants, kernel_);
    return find_repairs(trials, made, part.failures.front());
  }

 private:
  const suite::Kernel& kernel_;
};

}  // namespace

const std::vector<const Part*>& all_parts() {
  static const std::vector<const Part*> kParts = [] {
    static std::vector<std::unique_ptr<KernelPart>> kernels;
    std::vector<const Part*> parts;
    for (const suite::Kernel* kernel : suite::lab().kernels) {
      kernels.push_back(std::make_unique<KernelPart>(*kernel));
      parts.push_back(kernels.back().get());
    }
    parts.insert(parts.end(), lab_check().parts.begin(), lab_check().parts.end());
    return parts;
  }();
  return kParts;
}

}  // namespace handshake::check
