// The functions that the Python files of the package call. They get NumPy arrays whose shapes and
// types Python has checked, and read them where they are. The lock of the interpreter is released
// while an engine works.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "flags/version.hpp"
#include "library/handshake.hpp"
#include "library/resolution.hpp"

namespace nb = nanobind;

namespace handshake {
namespace {

using Input = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
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

// A graph whose arrays Python owns. It keeps them alive.
class Graph {
 public:
  Graph(Input offsets, Input neighbors, std::optional<Input> weights, bool is_trusted)
      : offsets_(std::move(offsets)),
        neighbors_(std::move(neighbors)),
        weights_(std::move(weights)) {
    view_.numNodes = static_cast<Node>(offsets_.size()) - 1;
    view_.offsets = offsets_of(offsets_);
    view_.neighbors = span<Node>(neighbors_);
    view_.weights = weights_of(weights_);
    const nb::gil_scoped_release release;
    check_graph(view_, is_trusted ? GraphCheck::kLists : GraphCheck::kAll, kCures);
    is_symmetric_ = !is_trusted;
  }

  void match(const std::string& ties, int quality, int threads, Nodes partners) const {
    const TieRule rule = rule_of(ties);
    Node* const to = partners.data();
    const nb::gil_scoped_release release;
    suitor::match(view_, {rule, threads, quality}, to);
  }

  std::pair<NumPy<std::int64_t>, NumPy<std::int32_t>> b_match(const Nodes& b,
                                                              const std::string& ties,
                                                              int threads) const {
    const TieRule rule = rule_of(ties);
    BMatching found;
    {
      const graph::Span<std::int32_t> bounds(b.data(), b.size());
      const nb::gil_scoped_release release;
      found = b_matching::match(view_, bounds, {rule, threads});
    }
    return {to_numpy(std::move(found.offsets)), to_numpy(std::move(found.partners))};
  }

  double louvain(double resolution, int threads, Nodes communities) const {
    const louvain::FindOptions options{resolution_of(resolution), threads};
    Node* const to = communities.data();
    const nb::gil_scoped_release release;
    if (!is_symmetric_) check_graph(view_, GraphCheck::kAll, kCures);
    return louvain::find(view_, options, to).modularity;
  }

 private:
  // An array that owns the memory of the buffer.
  template <class T>
  static NumPy<T> to_numpy(Buffer<T> buffer) {
    auto owner = std::make_unique<Buffer<T>>(std::move(buffer));
    T* const data = owner->data();
    const std::size_t size = owner->size();
    const nb::capsule capsule(owner.get(),
                              [](void* kept) noexcept { delete static_cast<Buffer<T>*>(kept); });
    owner.release();
    return NumPy<T>(data, {size}, capsule);
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
            const Nodes& women, int threads, Nodes wives) {
  const marriage::Side of_men = side_of(men_offsets, men);
  const marriage::Side of_women = side_of(women_offsets, women);
  std::int32_t* const to = wives.data();
  const nb::gil_scoped_release release;
  marriage::match(of_men, of_women, {threads}, to);
}

// Raises handshake.GraphError, with the row and the column of the fault.
void raise(PyObject* type, const char* words, std::int64_t row, std::int64_t column) {
  const nb::object error = nb::borrow(type)(words);
  error.attr("row") = row < 0 ? nb::none() : nb::object(nb::int_(row));
  error.attr("column") = column < 0 ? nb::none() : nb::object(nb::int_(column));
  PyErr_SetObject(type, error.ptr());
}

void translate(const std::exception_ptr& exception, void* type) {
  try {
    std::rethrow_exception(exception);
  } catch (const GraphError& error) {
    raise(static_cast<PyObject*>(type), error.what(), error.row, error.column);
  } catch (const InputError& error) {
    raise(static_cast<PyObject*>(type), error.what(), -1, -1);
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
  nb::register_exception_translator(translate, error.ptr());
  nb::class_<Graph>(m, "Graph")
      .def(nb::init<Input, Input, std::optional<Input>, bool>(), nb::arg("offsets").noconvert(),
           nb::arg("neighbors").noconvert(), nb::arg("weights").noconvert().none(),
           nb::arg("is_trusted"))
      .def("match", &Graph::match, nb::arg("ties"), nb::arg("quality"), nb::arg("threads"),
           nb::arg("partners").noconvert())
      .def("b_match", &Graph::b_match, nb::arg("b").noconvert(), nb::arg("ties"),
           nb::arg("threads"))
      .def("louvain", &Graph::louvain, nb::arg("resolution"), nb::arg("threads"),
           nb::arg("communities").noconvert());
  m.def("stable", &stable, nb::arg("men_offsets").noconvert(), nb::arg("men").noconvert(),
        nb::arg("women_offsets").noconvert(), nb::arg("women").noconvert(), nb::arg("threads"),
        nb::arg("wives").noconvert());
}
