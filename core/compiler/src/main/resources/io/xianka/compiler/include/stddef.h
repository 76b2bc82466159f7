#pragma once
// The declarations behind this header are found on demand in the device library; here are only its macros.
#ifndef NULL
#define NULL 0
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
