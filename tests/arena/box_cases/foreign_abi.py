# R19: system calls by other calling conventions, whose numbers a filter might misread. x86-64 only.
import ctypes
import mmap
import sys

code = {
    # mov eax, 20 (getpid of 32-bit programs); int 0x80; ret
    "32-bit": b"\xb8\x14\x00\x00\x00\xcd\x80\xc3",
    # mov eax, 0x40000027 (getpid of x32 programs); syscall; ret
    "x32": b"\xb8\x27\x00\x00\x40\x0f\x05\xc3",
}[sys.argv[2]]
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(code)
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
print("calls", flush=True)
print("answered", call(), flush=True)
