// Kernels as plain functions, so that the suite can be tested without CUDA.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "labs/matching/kernels.hpp"
#include "suite/check_kernel.hpp"

namespace handshake::suite {

// The arguments of a kernel. Each pointer points to the first element of an array, not to the guard
// elements before it.
struct HostLaunch {
  std::vector<int*> arrays;
  std::vector<int> scalars;
  int total_threads;
};
using HostKernel = std::function<void(const HostLaunch&)>;

class HostRunner : public KernelRunner {
 public:
  explicit HostRunner(HostKernel kernel) : kernel_(std::move(kernel)) {}
  LaunchReply launch(const Launch& launch) override {
    LaunchReply reply;
    reply.end.how = Ended::replied;
    for (const LaunchArray& array : launch.arrays) reply.arrays.push_back(array.values);
    HostLaunch host{{}, launch.scalars, launch.shape.total()};
    for (std::vector<int>& array : reply.arrays) host.arrays.push_back(array.data() + launch.guard);
    kernel_(host);
    return reply;
  }
  std::vector<Finding> finish() override { return {}; }

 private:
  HostKernel kernel_;
};

class HostSource : public RunnerSource {
 public:
  explicit HostSource(HostKernel kernel) : kernel_(std::move(kernel)) {}
  std::vector<std::string> schedules() const override { return {"forward"}; }
  std::unique_ptr<KernelRunner> open(const Kernel&, const std::string&) override {
    return std::make_unique<HostRunner>(kernel_);
  }
  std::unique_ptr<KernelRunner> open_diagnostic(const Kernel&, const std::string&) override {
    return nullptr;
  }
  std::unique_ptr<KernelRunner> open_interleaved(const Kernel&) override { return nullptr; }
  std::unique_ptr<KernelRunner> open_recorded(const Kernel&, const std::string&) override {
    return nullptr;
  }

 private:
  HostKernel kernel_;
};

// A kernel that is right, because it copies the result of the suite's oracle.
HostKernel right_kernel(const Kernel& kernel);

}  // namespace handshake::suite
