// Launches as some editors write them, with a blank in the brackets.
template <class A, class B>
struct Pair {
  static constexpr int value = 1;
};
template <class A>
struct Box {};
__global__ void one(int* p) {
  *p = 1;
}
template <class T>
__global__ void any(T* p) {
  *p = T(1);
}
struct Stream {
  template <class T>
  Stream& operator<<(T) {
    return *this;
  }
};
void launch(int* p, Stream out) {
  one << <1, 1 >> >(p);
  one << < 1, dim3(1, 1) >> > (p);
  one<<<1, 1 >> >(p);
  any<int> << <1, 1 >> >(p);
  one << <Pair<int, Box<Box<int>> >::value, 1 >> >(p);
  one<<<Pair<int, Box<Box<int>> >::value, 1>>>(p);
  out.operator<< <int>(8 >> 1 > 2);
}
