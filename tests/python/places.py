"""Where the tests find things. ROOKERY_BUILD names another build folder than build/."""
import os

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.abspath(os.environ.get("ROOKERY_BUILD", os.path.join(ROOT, "build")))
PACKAGE = os.path.join(BUILD, "bindings", "python")
HOST = os.path.join(PACKAGE, "rookery", "host.py")
SEED_BOTS = os.path.join(ROOT, "..", "shared", "seeds", "bots")
