"""pip install ./bindings/python, from a checkout: builds the native module together with the rules library.

ROOKERY_CPU=native builds for this machine's processor only, which is a little faster; the default runs on every one."""
import glob
import os

from setuptools import Extension, setup

ROOT = os.path.join("..", "..")
RULES = ["bitboard", "fen", "game", "insufficient", "legality", "movegen", "outcome", "perft", "play", "position", "san",
         "status", "uci_move", "variant", "zobrist"]
FLAGS = ["-std=gnu17", "-O3", "-fvisibility=hidden", "-D_GNU_SOURCE"]
CPU = os.environ.get("ROOKERY_CPU")

setup(
    ext_modules=[
        Extension(
            "rookery._core",
            sources=sorted(glob.glob(os.path.join("src", "*.c")))
            + [os.path.join(ROOT, "src", "chess", f"{name}.c") for name in RULES]
            + [os.path.join(ROOT, "src", "base", "error.c")],
            include_dirs=[os.path.join(ROOT, "include"), os.path.join(ROOT, "src")],
            define_macros=[("Py_LIMITED_API", "0x03090000")],
            extra_compile_args=FLAGS + ([f"-march={CPU}"] if CPU else []),
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
