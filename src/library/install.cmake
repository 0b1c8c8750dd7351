# cmake --install: libhandshake.so, handshake.h, find_package(handshake) and pkg-config.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

target_include_directories(handshake INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS handshake EXPORT handshake LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/handshake.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET handshake_cuda)
  target_include_directories(handshake_cuda INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS handshake_cuda EXPORT handshake LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/handshake_gpu.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/handshake)
install(EXPORT handshake NAMESPACE handshake:: FILE handshakeConfig.cmake DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/handshakeConfigVersion.cmake
                                 VERSION ${HANDSHAKE_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/handshakeConfigVersion.cmake DESTINATION ${package})
# The folder may be moved, or chosen by `cmake --install --prefix`.
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(handshake.pc.in handshake.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/handshake.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
