/* What Rust's standard library takes random numbers from, and wine 8 does not have. For tests alone. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

BOOL WINAPI DllMainCRTStartup(HINSTANCE dll, DWORD reason, LPVOID reserved) { return TRUE; }

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    return SystemFunction036(bytes, (ULONG)length);
}
