// Lists operations, functions and names of CUDA, each with others that a student may have meant.
#pragma once
#include <initializer_list>
#include <utility>

#include "cuda_on_cpu/translate/small_changes.hpp"

namespace cuda_on_cpu::translate {

struct Others {
  const char* operation;
  Change change;
  std::initializer_list<const char*> others;
};
const Others kOthers[] = {
    {"<", Change::comparison, {"<=", ">", ">=", "=="}},
    {"<=", Change::comparison, {"<", ">=", ">", "=="}},
    {">", Change::comparison, {">=", "<", "<=", "!="}},
    {">=", Change::comparison, {">", "<=", "<", "=="}},
    {"==", Change::comparison, {"!=", ">=", "<="}},
    {"!=", Change::comparison, {"==", "<", ">"}},
    {"&&", Change::logic, {"||"}},
    {"||", Change::logic, {"&&"}},
    {"+", Change::arithmetic, {"-", "*"}},
    {"-", Change::arithmetic, {"+"}},
    {"*", Change::arithmetic, {"+", "/"}},
    {"/", Change::arithmetic, {"*", "%"}},
    {"%", Change::arithmetic, {"/"}},
    {"<<", Change::arithmetic, {">>"}},
    {">>", Change::arithmetic, {"<<"}},
    {"=", Change::assignment, {"+=", "==", "&=", "|="}},
    {"+=", Change::assignment, {"=", "-=", "*="}},
    {"-=", Change::assignment, {"=", "+="}},
    {"*=", Change::assignment, {"+=", "/="}},
    {"/=", Change::assignment, {"*=", "-=", "%="}},
    {"%=", Change::assignment, {"/=", "-="}},
    {"&=", Change::assignment, {"|=", "="}},
    {"|=", Change::assignment, {"&=", "=", "+="}},
    {"^=", Change::assignment, {"|=", "&=", "="}},
    {"<<=", Change::assignment, {">>=", "+="}},
    {">>=", Change::assignment, {"<<=", "-="}},
    {"++", Change::assignment, {"--"}},
    {"--", Change::assignment, {"++"}},
};
constexpr std::initializer_list<const char*> kCoordinates = {"threadIdx", "blockIdx", "blockDim",
                                                             "gridDim"};
// Pairs of functions: a student may have written one function of a pair and meant the other.
constexpr std::pair<const char*, const char*> kFunctions[] = {
    {"min", "max"},
    {"fminf", "fmaxf"},
    {"atomicMin", "atomicMax"},
    {"atomicAnd", "atomicOr"},
    {"atomicAdd", "atomicSub"},
    {"__shfl_up_sync", "__shfl_down_sync"},
    {"shfl_up", "shfl_down"},
    {"__syncthreads_and", "__syncthreads_or"},
    {"__all_sync", "__any_sync"},
    {"all", "any"},
    {"__reduce_min_sync", "__reduce_max_sync"},
};
constexpr std::initializer_list<const char*> kMembers = {"x", "y", "z", "w"};  // of int4, dim3, ...
constexpr std::initializer_list<const char*> kDirections = {
    "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};

}  // namespace cuda_on_cpu::translate
