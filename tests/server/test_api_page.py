"""docs/api.md lists every path that the server knows, and no other."""
import re

from arena_server import ROOT


def documented():
    """Method and path, with * for what stands for something."""
    page = (ROOT / "docs" / "api.md").read_text()
    for method, path in re.findall(r"`(GET|POST|PATCH|DELETE) ([a-zA-Z/.]+)`", page):
        yield method, re.sub(r"\b(ID|NAME|N|KEY|PLAYER|white|python|javascript)\b", "*", path)


def test_the_page_of_the_api_lists_all_paths():
    table = (ROOT / "src" / "server" / "routes.c").read_text()
    known = set(re.findall(r'\{"(\w+)", "/api/v1/([^"]+)"', table))
    assert len(known) > 50 and set(documented()) == known
