// Tests of `cucc --remote`: host code whose device is another process.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "run_program.hpp"

namespace {

Outcome cucc(std::vector<std::string> arguments) {
  std::vector<std::string> command = {CUCC, "--runtime", CUDA_ON_CPU_DIR, "--cxx", COMPILER};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command);
}

struct Kind {
  const char* name;
  const char* text;
};
void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

// Ordinary functions and variables for the device, which nvcc compiles.
constexpr Kind kKinds[] = {
    {"BuiltInVariables", "__device__ int f() { return blockIdx.x * blockDim.x + threadIdx.x; }"},
    {"SizeOfTheGrid", "__device__ int f() { return gridDim.x; }"},
    {"Barrier", "__device__ void f() { __syncthreads(); }"},
    {"BarriersThatCount",
     "__device__ int f(int x) {\n"
     "  return __syncthreads_count(x) + __syncthreads_and(x) + __syncthreads_or(x); }"},
    {"Fences", "__device__ void f() { __threadfence(); __threadfence_block(); __syncwarp(); }"},
    {"Shuffle", "__device__ int f(int x) { return __shfl_down_sync(~0u, x, 1); }"},
    {"Votes", "__device__ int f(int x) { return __ballot_sync(__activemask(), x); }"},
    {"Matches", "__device__ int f(int x) { return __match_any_sync(~0u, x); }"},
    {"Sums", "__device__ int f(int x) { return __reduce_add_sync(~0u, x); }"},
    {"Lock",
     "__device__ void f(int* x) {\n"
     "  while (atomicCAS(x, 0, 1) != 0) __nanosleep(4); atomicExch(x, 0); }"},
    {"Atomics", "__device__ int f(int* x) { return atomicAdd(x, 1) + atomicMax(x, 2); }"},
    {"SharedMemory", "__device__ int f(int x) { __shared__ int s[9]; s[x] = x; return s[0]; }"},
    {"DynamicSharedMemory",
     "extern __shared__ int s[];\n__device__ int f(int x) { s[x] = x; return s[0]; }"},
    {"DynamicSharedMemoryOfATemplate",
     "template <class T> __device__ T f(T x) { extern __shared__ T s[]; s[0] = x; return s[1]; }\n"
     "template __device__ int f<int>(int);"},
    {"MemberDefinedOutside",
     "struct A { __device__ int f() const; };\n"
     "__device__ int A::f() const { return threadIdx.x; }"},
    {"MemberDefinedInside", "struct A { __device__ int f() const { return threadIdx.x; } };"},
    {"ConstructorAndOperator",
     "struct A { int x; __device__ A(); __device__ int operator()(int) const; };\n"
     "__device__ A::A() : x(threadIdx.x) {}\n"
     "__device__ int A::operator()(int y) const { return x + y + blockIdx.x; }"},
    {"StaticMember",
     "struct A { static __device__ int f(); };\n__device__ int A::f() { return threadIdx.x; }"},
    {"ExplicitInstantiation",
     "template <class T> __device__ T f(T x) { return x * T(threadIdx.x); }\n"
     "template __device__ int f<int>(int);"},
    {"Specialization",
     "template <class T> __device__ T f(T);\n"
     "template <> __device__ int f<int>(int x) { return x + threadIdx.x; }"},
    {"HostAndDevice", "__host__ __device__ int f(int x) { return x + threadIdx.x; }"},
    {"TableOfFunctions",
     "typedef int (*F)(int);\n__device__ int f(int x) { return x + threadIdx.x; }\n"
     "__device__ F table[2] = {f, &f};"},
    {"CooperativeGroups",
     "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
     "namespace cg = cooperative_groups;\n"
     "__device__ int f(int x) { const auto block = cg::this_thread_block(); block.sync();\n"
     "  return cg::reduce(cg::tiled_partition<32>(block), x, cg::plus<int>()); }"},
    {"CoalescedThreads",
     "#include <cooperative_groups.h>\n"
     "__device__ int f() { return cooperative_groups::coalesced_threads().size(); }"},
    {"WholeGrid",
     "#include <cooperative_groups.h>\n"
     "__device__ void f() { const auto grid = cooperative_groups::this_grid();\n"
     "  if (grid.is_valid()) grid.sync(); }"},
    {"AsynchronousCopies",
     "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
     "namespace cg = cooperative_groups;\n"
     "__device__ void f(int* to, const int* from) { const auto block = cg::this_thread_block();\n"
     "  cg::memcpy_async(block, to, from, 4); cg::wait(block); }"},
    {"NameOfC", "extern \"C\" __device__ int f(int x) { return x + threadIdx.x; }"},
    {"NamesOfCInABlock",
     "extern \"C\" { __device__ int f(int x) { return x + threadIdx.x; }\n"
     "static __device__ int g(int x) { return f(x); }\n"
     "__global__ void h(int* x) { *x = g(1); } }"},
    {"Namespace", "namespace a { __device__ int f(int x) { return x + threadIdx.x; } }"},
    {"NotInlined", "__noinline__ __device__ int f(int x) { return x + threadIdx.x; }"},
    {"ForcedInline", "__device__ __forceinline__ int f(int x) { return x + threadIdx.x; }"},
    {"DeclaredFirst",
     "__device__ int f(int);\n__device__ int f(int x) { return x + threadIdx.x; }"},
    {"DeducedResult", "__device__ auto f(int x) { return x + threadIdx.x; }"},
    {"TrailingResult", "__device__ auto f(int x) -> int { return x + threadIdx.x; }"},
    {"Recursion", "__device__ int f(int x) { return x > 0 ? f(x - 1) + threadIdx.x : 0; }"},
    {"Lambda", "__device__ int f(int x) { return [=](int y) { return x + threadIdx.x; }(1); }"},
    {"Heap", "__device__ int* f() { return new int[1 + threadIdx.x]; }"},
    {"Output", "__device__ void f() { printf(\"%d\\n\", threadIdx.x); assert(threadIdx.x < 9); }"},
    {"TrapAndClock", "__device__ long long f() { if (!threadIdx.x) __trap(); return clock64(); }"},
    {"Variables",
     "__device__ int a; __constant__ int b[4]; static __device__ int c[2]; __managed__ int d;\n"
     "__device__ int f() { return a + b[threadIdx.x] + c[1] + d; }"},
    {"KernelThatNothingLaunches", "__global__ void f(int* x) { x[threadIdx.x] = warpSize; }"},
};

class Remote : public testing::TestWithParam<Kind> {};

// The helper is part of a file of host code that never calls it.
TEST_P(Remote, HostProgramLinksWithAHelperForTheDevice) {
  const TemporaryFolder folder;
  const std::string text = std::string(GetParam().text) +
                           "\n__global__ void k(int* p) { *p = 1; }\n"
                           "int main(int count, char**) { if (count > 1) k<<<1, 1>>>(nullptr); }\n";
  const std::string program = folder.path() + "/program";
  const Outcome built = cucc({"--remote", "-O0", folder.write("a.cu", text), "-o", program});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run_program({program}).exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Remote, testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(RemoteHost, RefusesAVariableThatItWouldShareWithKernels) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("a.cu",
                   "__device__ __managed__ int changed;\n__global__ void k() { changed = 1; }\n"
                   "int main() { k<<<1, 1>>>(); cudaThreadSynchronize(); return changed; }\n");
  EXPECT_EQ(cucc({"-O0", file, "-o", folder.path() + "/program"}).exit_code, 0);
  const Outcome built = cucc({"--remote", "-O0", file, "-o", folder.path() + "/program"});
  EXPECT_NE(built.exit_code, 0);
  EXPECT_NE(built.errors.find("a.cu:3:"), std::string::npos) << built.errors;
  EXPECT_NE(built.errors.find("cudaMallocManaged ('changed')"), std::string::npos);
}

TEST(RemoteHost, EndsWithAMessageWhenItCallsAFunctionThatWorksOnlyInAKernel) {
  const TemporaryFolder folder;
  const std::string text =
      "__host__ __device__ void f() { __syncthreads(); }\n"
      "__global__ void k() { f(); }\n"
      "int main() { f(); }\n";
  const std::string program = folder.path() + "/program";
  const Outcome built = cucc({"--remote", folder.write("a.cu", text), "-o", program});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  const Outcome run = run_program({program});
  EXPECT_EQ(run.errors,
            "host code called a function that works only in a kernel: it uses __syncthreads\n");
  EXPECT_NE(run.signal, 0);
}

// The functions for programs that a library defines.
std::set<std::string> offered(const std::string& library) {
  std::istringstream lines(
      run_program({"nm", "--defined-only", "-g", CUDA_ON_CPU_DIR + ("/" + library)}).output);
  std::set<std::string> names;
  for (std::string address, kind, name; lines >> address;) {
    if (address.back() == ':') continue;
    lines >> kind >> name;
    if (name.compare(0, 4, "cuda") == 0) names.insert(name);
  }
  return names;
}

TEST(RemoteHost, HasEveryFunctionThatAProgramOnOneProcessHas) {
  // Programs that are compiled with --remote do not mention these names.
  const std::set<std::string> other = {
      "cuda_on_cpu_called_from",      "cuda_on_cpu_launch",         "cuda_on_cpu_packed_arguments",
      "cuda_on_cpu_pointer_argument", "cuda_on_cpu_pointer_member", "cuda_on_cpu_switch_context"};
  const std::set<std::string> here = offered("libcuda_on_cpu_client.a");
  std::set<std::string> missing;
  for (const std::string& name : offered("libcuda_on_cpu.a"))
    if (here.count(name) == 0 && other.count(name) == 0) missing.insert(name);
  EXPECT_EQ(missing, std::set<std::string>());
  EXPECT_GT(here.size(), 100u);
}

}  // namespace
