// The functions that the Python files of the package call. They get NumPy arrays whose shapes and
// types Python has checked, and read them where they are. The lock of the interpreter is released
// while an engine works.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flags/version.hpp"
#include "graph/progress.hpp"
#include "graph/read_graph.hpp"
#include "library/handshake.hpp"
#include "library/resolution.hpp"

namespace nb = nanobind;

namespace handshake {
namespace {

using Input = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Doubles = nb::ndarray<nb::ro, const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Nodes = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using NumPy = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

constexpr Cures kCures = {
    "A.setdiag(0) and A.eliminate_zeros() remove the entries from nodes to themselves; symmetric="
    "\"max\" and symmetric=\"sum\" drop them",
    "A.sum_duplicates() sorts the columns of each row, and adds up repeated ones",
    "store every edge at both of its ends, or use symmetric=\"max\" or symmetric=\"sum\"",
    "store every edge with one weight, or use symmetric=\"max\" or symmetric=\"sum\""};

template <class T>
graph::Span<T> span(const Input& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

graph::Offsets offsets_of(const Input& array) {
  if (array.dtype() == nb::dtype<std::int32_t>()) return span<std::int32_t>(array);
  if (array.dtype() == nb::dtype<std::int64_t>()) return span<std::int64_t>(array);
  throw nb::type_error("offsets must be int32 or int64");
}

graph::WeightSpans weights_of(const std::optional<Input>& array) {
  if (!array) return graph::NoWeights();
  if (array->dtype() == nb::dtype<float>()) return span<float>(*array);
  if (array->dtype() == nb::dtype<double>()) return span<double>(*array);
  if (array->dtype() == nb::dtype<std::int32_t>()) return span<std::int32_t>(*array);
  if (array->dtype() == nb::dtype<std::int64_t>()) return span<std::int64_t>(*array);
  throw nb::type_error("weights must be float32, float64, int32 or int64");
}

TieRule rule_of(const std::string& ties) {
  if (ties == "index") return TieRule::kIndex;
  if (ties == "hash") return TieRule::kHash;
  if (ties == "degree") return TieRule::kDegree;
  throw nb::value_error(
      ("ties is \"" + ties + "\"; it must be \"index\", \"hash\" or \"degree\"").c_str());
}

// An array that owns the memory of the buffer.
template <class T>
NumPy<T> to_numpy(Buffer<T> buffer) {
  auto owner = std::make_unique<Buffer<T>>(std::move(buffer));
  T* const data = owner->data();
  const std::size_t size = owner->size();
  const nb::capsule capsule(owner.get(),
                            [](void* kept) noexcept { delete static_cast<Buffer<T>*>(kept); });
  owner.release();
  return NumPy<T>(data, {size}, capsule);
}

// A function of Python that gets the share of a call that is done, or None.
using Callback = std::optional<nb::callable>;

// Calls work() without the lock of the interpreter. If `size`, the number of nodes and entries, is
// large, or there is a function to call, this thread meanwhile lets Python handle its signals, which
// only the main thread can, and calls the function. The work stops if the handler of a signal raises an
// exception, as it does for Ctrl-C, or if the function raises one; then this is thrown. Throws Stopped
// if the function returns a true value.
template <class Work>
void run_without_lock(std::int64_t size, const Callback& progress, const Work& work) {
  constexpr std::int64_t kLarge = 1 << 18;  // about two milliseconds: 50 times a start of a thread
  const auto ask = [&](double done) {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress) return false;
    const int stop = PyObject_IsTrue((*progress)(done).ptr());
    if (stop < 0) throw nb::python_error();
    return stop == 1;
  };
  const nb::gil_scoped_release release;
  size >= kLarge || progress ? run_with_progress(ask, work) : work();
}

// A graph whose arrays Python owns. It keeps them alive.
class Graph {
 public:
  Graph(Input offsets, Input neighbors, std::optional<Input> weights, bool is_trusted,
        const Callback& progress)
      : offsets_(std::move(offsets)),
        neighbors_(std::move(neighbors)),
        weights_(std::move(weights)) {
    view_.numNodes = static_cast<Node>(offsets_.size()) - 1;
    view_.offsets = offsets_of(offsets_);
    view_.neighbors = span<Node>(neighbors_);
    view_.weights = weights_of(weights_);
    const GraphCheck check = is_trusted ? GraphCheck::kLists : GraphCheck::kAll;
    run_without_lock(size(), progress, [&] { check_graph(view_, check, kCures); });
    is_symmetric_ = !is_trusted;
  }

  void match(const std::string& ties, int quality, int threads, Nodes partners,
             const Callback& progress) const {
    const TieRule rule = rule_of(ties);
    Node* const to = partners.data();
    run_without_lock(size(), progress, [&] { suitor::match(view_, {rule, threads, quality}, to); });
  }

  std::pair<NumPy<std::int64_t>, NumPy<std::int32_t>> b_match(const Nodes& b,
                                                              const std::string& ties, int threads,
                                                              const Callback& progress) const {
    const TieRule rule = rule_of(ties);
    const graph::Span<std::int32_t> bounds(b.data(), b.size());
    BMatching found;
    run_without_lock(size(), progress,
                     [&] { found = b_matching::match(view_, bounds, {rule, threads}); });
    return {to_numpy(std::move(found.offsets)), to_numpy(std::move(found.partners))};
  }

  double louvain(double resolution, int threads, Nodes communities,
                 const Callback& progress) const {
    louvain::FindOptions options;
    options.resolution = resolution_of(resolution);
    options.threads = threads;
    Node* const to = communities.data();
    double modularity = 0;
    run_without_lock(size(), progress, [&] {
      if (!is_symmetric_) check_graph(view_, GraphCheck::kAll, kCures);
      modularity = louvain::find(view_, options, to).modularity;
    });
    return modularity;
  }

  // The communities of every level, with their modularity; the last ones are those of louvain().
  using Level = std::pair<NumPy<Node>, double>;
  std::vector<Level> louvain_levels(double resolution, const Nodes& loops,
                                    const Doubles& loop_weights) const {
    louvain::FindOptions options = with_loops(resolution, loops, loop_weights);
    options.levels = true;
    Buffer<Node> last(view_.numNodes);
    louvain::Found found;
    run_without_lock(size(), {}, [&] { found = louvain::find(view_, options, last.data()); });
    std::vector<Level> levels;
    for (louvain::FoundLevel& level : found.levels) {
      levels.emplace_back(to_numpy(std::move(level.communities)), level.modularity);
    }
    levels.emplace_back(to_numpy(std::move(last)), found.modularity);
    return levels;
  }

  double modularity(double resolution, const Nodes& loops, const Doubles& loop_weights,
                    const Nodes& communities) const {
    const louvain::FindOptions options = with_loops(resolution, loops, loop_weights);
    const graph::Span<Node> of_node(communities.data(), communities.size());
    double value = 0;
    run_without_lock(size(), {}, [&] { value = louvain::modularity(view_, options, of_node); });
    return value;
  }

 private:
  std::int64_t size() const { return view_.numNodes + view_.numEdges(); }

  static louvain::FindOptions with_loops(double resolution, const Nodes& loops,
                                         const Doubles& loop_weights) {
    louvain::FindOptions options;
    options.resolution = resolution_of(resolution);
    for (std::size_t i = 0; i < loops.size(); ++i) {
      options.loops.push_back({loops.data()[i], loop_weights.data()[i]});
    }
    return options;
  }

  Input offsets_, neighbors_;
  std::optional<Input> weights_;
  graph::View view_;
  bool is_symmetric_ = false;
};

marriage::Side side_of(const Input& offsets, const Nodes& members) {
  marriage::Side side;
  side.persons = static_cast<std::int32_t>(offsets.size()) - 1;
  side.offsets = offsets_of(offsets);
  side.members = {members.data(), members.size()};
  return side;
}

void stable(const Input& men_offsets, const Nodes& men, const Input& women_offsets,
            const Nodes& women, int threads, Nodes wives, const Callback& progress) {
  const marriage::Side of_men = side_of(men_offsets, men);
  const marriage::Side of_women = side_of(women_offsets, women);
  std::int32_t* const to = wives.data();
  const auto size = static_cast<std::int64_t>(men.size() + women.size());
  run_without_lock(size, progress, [&] { marriage::match(of_men, of_women, {threads}, to); });
}

// The offsets, the neighbors and the weights of the graph in a file.
nb::tuple graph_in_file(const std::string& path, int threads, const Callback& progress) {
  CsrGraph graph;
  ReadOptions options;
  options.threads = threads;
  constexpr std::int64_t kUnknownSize = std::numeric_limits<std::int64_t>::max();
  run_without_lock(kUnknownSize, progress, [&] { graph = read_graph(path, options); });
  const nb::object weights =
      std::visit([](auto& buffer) { return nb::cast(to_numpy(std::move(buffer))); }, graph.weights);
  return nb::make_tuple(to_numpy(std::move(graph.offsets)), to_numpy(std::move(graph.neighbors)),
                        weights);
}

// Raises handshake.GraphError, with the row and the column of the fault.
void raise(PyObject* type, const char* words, std::int64_t row, std::int64_t column) {
  const nb::object error = nb::borrow(type)(words);
  error.attr("row") = row < 0 ? nb::none() : nb::object(nb::int_(row));
  error.attr("column") = column < 0 ? nb::none() : nb::object(nb::int_(column));
  PyErr_SetObject(type, error.ptr());
}

// The types of exceptions that this module makes.
struct ErrorTypes {
  nb::object graph, stopped;
};

void translate(const std::exception_ptr& exception, void* given) {
  const auto& types = *static_cast<const ErrorTypes*>(given);
  PyObject* const type = types.graph.ptr();
  try {
    std::rethrow_exception(exception);
  } catch (const GraphError& error) {
    raise(type, error.what(), error.row, error.column);
  } catch (const InputError& error) {
    raise(type, error.what(), -1, -1);
  } catch (const Stopped&) {
    PyErr_SetString(types.stopped.ptr(), "the function progress has asked to stop");
  }
}

}  // namespace
}  // namespace handshake

NB_MODULE(_core, m) {
  using namespace handshake;  // NOLINT
  m.attr("__version__") = HANDSHAKE_VERSION;
  const nb::object error = nb::steal(PyErr_NewExceptionWithDoc(
      "handshake.GraphError", "An input is not valid. `row` and `column` say where, or are None.",
      PyExc_ValueError, nullptr));
  m.attr("GraphError") = error;
  const nb::object stopped = nb::steal(PyErr_NewExceptionWithDoc(
      "handshake.Stopped", "The function progress has asked the call to stop.", nullptr, nullptr));
  m.attr("Stopped") = stopped;
  auto types = std::make_unique<ErrorTypes>(ErrorTypes{error, stopped});
  nb::register_exception_translator(translate,
                                    types.release());  // they exist until the process ends
  nb::class_<Graph>(m, "Graph")
      .def(nb::init<Input, Input, std::optional<Input>, bool, Callback>(),
           nb::arg("offsets").noconvert(), nb::arg("neighbors").noconvert(),
           nb::arg("weights").noconvert().none(), nb::arg("is_trusted"),
           nb::arg("progress") = nb::none())
      .def("match", &Graph::match, nb::arg("ties"), nb::arg("quality"), nb::arg("threads"),
           nb::arg("partners").noconvert(), nb::arg("progress") = nb::none())
      .def("b_match", &Graph::b_match, nb::arg("b").noconvert(), nb::arg("ties"),
           nb::arg("threads"), nb::arg("progress") = nb::none())
      .def("louvain", &Graph::louvain, nb::arg("resolution"), nb::arg("threads"),
           nb::arg("communities").noconvert(), nb::arg("progress") = nb::none())
      .def("louvain_levels", &Graph::louvain_levels, nb::arg("resolution"),
           nb::arg("loops").noconvert(), nb::arg("loop_weights").noconvert())
      .def("modularity", &Graph::modularity, nb::arg("resolution"), nb::arg("loops").noconvert(),
           nb::arg("loop_weights").noconvert(), nb::arg("communities").noconvert());
  m.def("read_graph", &graph_in_file, nb::arg("path"), nb::arg("threads"),
        nb::arg("progress") = nb::none());
  m.def("stable", &stable, nb::arg("men_offsets").noconvert(), nb::arg("men").noconvert(),
        nb::arg("women_offsets").noconvert(), nb::arg("women").noconvert(), nb::arg("threads"),
        nb::arg("wives").noconvert(), nb::arg("progress") = nb::none());
}
