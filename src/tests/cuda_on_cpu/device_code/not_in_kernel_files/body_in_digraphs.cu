__global__ void k(int* p) <%  // REFUSED
  p[0] = 1;
%>
