// Named integer types of stdint.h, stddef.h and time.h, on the LP64 model that CUDA has under Linux: long is
// 64 bits wide. They are there without any #include, as they are under nvcc.

typedef signed char int8_t;

typedef short int16_t;

typedef int int32_t;

typedef long int64_t;

typedef unsigned char uint8_t;

typedef unsigned short uint16_t;

typedef unsigned int uint32_t;

typedef unsigned long uint64_t;

typedef signed char int_least8_t;

typedef short int_least16_t;

typedef int int_least32_t;

typedef long int_least64_t;

typedef unsigned char uint_least8_t;

typedef unsigned short uint_least16_t;

typedef unsigned int uint_least32_t;

typedef unsigned long uint_least64_t;

typedef signed char int_fast8_t;

typedef unsigned char uint_fast8_t;

typedef long int_fast16_t;

typedef unsigned long uint_fast16_t;

typedef long int_fast32_t;

typedef unsigned long uint_fast32_t;

typedef long int_fast64_t;

typedef unsigned long uint_fast64_t;

typedef long intptr_t;

typedef unsigned long uintptr_t;

typedef long intmax_t;

typedef unsigned long uintmax_t;

typedef unsigned long size_t;

typedef long ptrdiff_t;

typedef long clock_t;

typedef unsigned int uint;

typedef unsigned short ushort;

typedef unsigned long ulong;
