"""rookery new: what it makes works as it is, and nothing that is there is touched."""

import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"

needs_python = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")
needs_js = pytest.mark.skipif(not (BUILD / "bindings" / "js" / "host").exists(), reason="built without JavaScript")
each_language = pytest.mark.parametrize("language, ending", [pytest.param("python", ".py", marks=needs_python),
                                                             pytest.param("js", ".js", marks=needs_js)])


def new(folder, *words):
    return subprocess.run([ROOKERY, "new", *words], cwd=folder, capture_output=True, text=True, timeout=60)


def test_help_starts_with_two_examples_that_work(tmp_path):
    done = new(tmp_path, "--help")
    examples = [line for line in done.stdout.splitlines()[2:4] if line.startswith("  rookery new ")]
    assert done.returncode == 0 and len(examples) == 2
    for number, example in enumerate(examples):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert new(folder, *example.split()[2:]).returncode == 0


@each_language
def test_the_command_it_shows_plays_and_wins(tmp_path, language, ending):
    done = new(tmp_path, language, "tally")
    assert done.returncode == 0 and done.stderr == ""
    assert sorted(os.listdir(tmp_path / "tally")) == ["README.md", "tally" + ending]
    (command,) = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    played = subprocess.run(command + " --json -", shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    standing = json.loads(played.stdout)["standing"]
    assert (standing[0]["name"], standing[0]["wins"], standing[0]["losses"]) == ("tally", 10, 0), played.stderr


@each_language
def test_every_command_of_its_page_works_from_its_folder(tmp_path, language, ending):
    new(tmp_path, language, "my_bot")
    folder = tmp_path / "my_bot"
    page = (folder / "README.md").read_text()
    assert "ROOKERY" not in page
    (folder / f"old_bot{ending}").write_text((folder / f"my_bot{ending}").read_text())
    commands = [line.strip() for line in page.splitlines() if line.startswith("    ")]
    assert [shlex.split(command)[1] for command in commands] == ["match", "match", "profile", "uci", "prompt", "match"]
    for command in commands:
        command = re.sub(r"--games \d+", "--games 2 --max-moves 2", command) if " match " in command else command
        command += " --moves 2" if " profile " in command else ""
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=120,
                              input="uci\nquit\n")
        assert done.returncode == 0, (command, done.stderr)


def test_a_bot_of_another_name_has_that_name_everywhere(tmp_path):
    new(tmp_path, "python", "Tango_2")
    text = (tmp_path / "Tango_2" / "Tango_2.py").read_text() + (tmp_path / "Tango_2" / "README.md").read_text()
    assert "my_bot" not in text and text.startswith('"""Tango_2: ')


@pytest.mark.parametrize("words, sentence", [
    (["python", ""], "a bot needs a name"), (["python", "a/b"], "without slashes"), (["python", ".."], "begins with a letter"),
    (["python", "x" * 41], "41 letters; at most 40"), (["python", "class"], 'a word of Python\'s; choose another name'),
    (["python", "my_bot.py"], "leave the .py off: rookery new python my_bot"), (["python", "my bot"], "letters a to z"),
    (["python", "9lives"], "begins with a letter"), (["python", "mÿ"], "letters a to z"), (["python", "-x\n"], "letters"),
    (["python"], "a language and one name"), ([], "a language and one name"), (["python", "a", "b"], "one name"),
    (["js", "my_bot.js"], "leave the .js off: rookery new js my_bot"), (["js", "class"], "a word of JavaScript's"), (["pyton", "x"], 'did you mean "python"?'),
    (["cobol", "x"], 'there are bots in python and js, not in "cobol"'), (["python", "x", "--jsn"], "did you mean --json?"),
])
def test_wrong_use_is_one_sentence_and_makes_nothing(tmp_path, words, sentence):
    done = new(tmp_path, *words)
    assert done.returncode == 2 and done.stdout == "" and sentence in done.stderr
    assert done.stderr.startswith("rookery new: ") and len(done.stderr.splitlines()) == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.write_text("mine"),
                                  lambda path: path.symlink_to("nowhere")])
def test_what_is_there_is_not_touched(tmp_path, make):
    make(tmp_path / "my_bot")
    done = new(tmp_path, "python", "my_bot")
    assert done.returncode == 2 and 'there is a "my_bot" here already' in done.stderr
    assert os.listdir(tmp_path) == ["my_bot"] and not (tmp_path / "my_bot" / "my_bot.py").exists()


def test_a_folder_that_may_not_be_written_to(tmp_path):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o555)
    done = new(tmp_path, "python", "my_bot")
    assert done.returncode == 2 and 'cannot make the folder "my_bot": Permission denied' in done.stderr


def test_for_machines_and_for_scripts(tmp_path):
    document = json.loads(new(tmp_path, "python", "one", "--json").stdout)
    assert document["files"] == ["one/one.py", "one/README.md"] and " match one/one.py random " in document["play"]
    quiet = new(tmp_path, "python", "two", "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "") and (tmp_path / "two" / "two.py").exists()
