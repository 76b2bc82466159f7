#pragma once
// The declarations behind this header are found on demand in the device library.
