"""The source rules for Python bots: reads a bot without running it and says what it may not do, where, and what to do
instead.

The rules work on Python's own syntax tree, so spelling, layout and odd letters make no difference. They are courtesy:
they give authors clear messages early. A bot that gets around them is still in its box.

A name is looked up where Python would look it up (functions inside functions, not through classes), so that a variable
of the bot's own may be called as it likes, except for the published forbidden names.
"""
import ast
import sys

import rookery.chess.variant as chess_variant
from rookery import _rules, _source, arena, chess
from rookery._source import BotError

PROBLEMS_MAX = 50
TEXT_MAX = 60

# Method names that a class may define and that may be called by name.
METHODS = frozenset("""
    __abs__ __add__ __and__ __bool__ __bytes__ __call__ __ceil__ __complex__ __contains__ __copy__ __deepcopy__
    __delitem__ __divmod__ __enter__ __eq__ __exit__ __float__ __floor__ __floordiv__ __format__ __ge__ __getitem__ __gt__
    __hash__ __iadd__ __iand__ __ifloordiv__ __ilshift__ __imatmul__ __imod__ __imul__ __index__ __init__ __int__
    __invert__ __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ __le__ __len__ __length_hint__
    __lshift__ __lt__ __matmul__ __missing__ __mod__ __mul__ __ne__ __neg__ __new__ __next__ __or__ __pos__ __post_init__
    __pow__ __radd__ __rand__ __rdivmod__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__
    __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setitem__ __str__ __sub__
    __truediv__ __trunc__ __xor__""".split())
# Other names with two underscores that may be read, and those that may be given a value.
READABLE = frozenset(("__name__", "__doc__", "__debug__"))
ASSIGNABLE = frozenset("__all__ __author__ __doc__ __hash__ __license__ __match_args__ __slots__ __version__".split())

# Documented names that begin with an underscore only so as not to get in a field's way, and the one of
# python-chess's that search programs use.
PUBLIC_UNDERSCORED = frozenset("_asdict _fields _field_defaults _make _replace _transposition_key".split())

# Attributes that lead from a function, generator or traceback to the interpreter's insides.
INSIDE = frozenset("""
    ag_await ag_code ag_frame ag_running ag_suspended co_argcount co_cellvars co_code co_consts co_exceptiontable
    co_filename co_firstlineno co_flags co_freevars co_kwonlyargcount co_lines co_linetable co_lnotab co_name co_names
    co_nlocals co_positions co_posonlyargcount co_qualname co_stacksize co_varnames cr_await cr_code cr_frame cr_origin
    cr_running cr_suspended f_back f_builtins f_code f_generator f_globals f_lasti f_lineno f_locals f_trace
    f_trace_lines f_trace_opcodes func_closure func_code func_defaults func_dict func_doc func_globals func_name
    gi_code gi_frame gi_running gi_suspended gi_yieldfrom tb_frame tb_lasti tb_lineno tb_next fdel fget fset mro
    with_traceback""".split())
# Attributes that do so on foreign objects; a bot's own objects may have them.
INSIDE_FOREIGN = frozenset(("func", "obj", "sys", "os", "builtins", "bltns", "modules"))

# What every board is judged by; a bot that replaces it fools only itself.
BOARD_CORE = frozenset("push pop push_san push_uci parse_san parse_uci legal_moves pseudo_legal_moves generate_legal_moves "
                       "generate_pseudo_legal_moves ordered_moves".split())

TEXT_TYPES = frozenset(("str", "bytes"))
TEXT_METHODS = frozenset("__eq__ __ne__ __hash__ __str__ __repr__ __len__ __getitem__ __iter__ __format__ __new__".split())

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Problem:
    def __init__(self, rule, line, column, text, advice):
        self.rule, self.line, self.column, self.text, self.advice = rule, line, column, text, advice


class Scope:
    """A module, class or function: which names it binds, and how often."""

    def __init__(self, node, parent):
        self.node, self.parent = node, parent
        self.bound = {}
        self.texts = {}  # name: the constant text it was given
        self.modules = {}  # name: the module that was imported as that
        self.outer = set()  # declared global or nonlocal
        self.is_class = isinstance(node, ast.ClassDef)
        self.self_name = None

    def bind(self, name):
        scope = self
        while name in scope.outer and scope.parent is not None:
            scope = scope.parent
        scope.bound[name] = scope.bound.get(name, 0) + 1

    def find(self, name):
        """The scope that a name read here belongs to; None if nothing binds it."""
        scope, first = self, True
        while scope is not None:
            if name in scope.bound and (first or not scope.is_class):
                return scope
            scope, first = scope.parent, False
        return None


def root_name(node):
    """The Name at the left end of a.b.c or a.b[c].d, or None."""
    for _ in range(40):
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        else:
            break
    return node if isinstance(node, ast.Name) else None


def is_dunder(name):
    return "__" in name


class Checker:
    def __init__(self, text):
        self.text = text
        self.lines = None
        self.problems = []
        self.found = set()
        self.more = 0
        self.later = []  # checks that need all bindings: (function, node, scope)
        self.imported = set()  # (scope, name) of what was imported from a module
        self.allowed_type = set()  # ids of Name nodes `type` in harmless places
        self.modules = {"arena": arena, "chess": chess, "chess.variant": chess_variant}
        self.exports = {}

    # -- reporting --

    def source_line(self, number):
        if self.lines is None:
            self.lines = self.text.split("\n")
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def segment(self, node):
        """The source of a node, if it begins and ends in one line, else the rest of its line."""
        line = self.source_line(node.lineno).encode()
        end = node.end_col_offset if node.end_lineno == node.lineno else None
        return line[node.col_offset:end].decode("utf-8", "replace").strip()

    def report(self, rule, node, advice, text=None):
        line = node.lineno
        column = len(self.source_line(line).encode()[:node.col_offset].decode("utf-8", "replace")) + 1
        if (rule, line, column) in self.found:
            return
        self.found.add((rule, line, column))
        if len(self.problems) >= PROBLEMS_MAX:
            self.more += 1
            return
        self.problems.append(Problem(rule, line, column, text or self.segment(node), advice))

    # -- modules --

    def exported(self, module):
        if module not in self.exports:
            self.exports[module] = frozenset(_rules.exported(module, self.modules.get(module)))
        return self.exports[module]

    def offers(self, module, name):
        return name in self.exported(module) or f"{module}.{name}" in _rules.MODULES

    def module_of(self, node, scope):
        """The allowed module that an expression names: chess, chess.variant; or None."""
        if isinstance(node, ast.Name):
            owner = scope.find(node.id)
            return owner.modules.get(node.id) if owner is not None and owner.bound[node.id] == 1 else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self.module_of(node.value, scope)
            full = f"{module}.{node.attr}"
            return full if module is not None and full in _rules.MODULES else None
        return None

    def refuse_module(self, node, name):
        self.report("import", node, f"Bots may not import {name}; they may import {_rules.module_list()}.")

    # -- identifiers --

    def identifier(self, node, name, text=None):
        """A name that the bot gives to something of its own."""
        if name in _rules.FORBIDDEN_NAMES:
            self.report("forbidden-name", node, f"The name {name} is not available to bots; call it something else.", text)
        elif is_dunder(name) and name not in ASSIGNABLE and name not in METHODS:
            self.report("dunder", node, f"Bots may not use the name {name}; leave out the double underscore.", text)

    def attribute_name(self, node, name, own):
        """An attribute that is read, set, matched or formatted; `own`: of the method's own object."""
        if name in _rules.FORBIDDEN_NAMES and is_dunder(name) or (
                is_dunder(name) and name not in METHODS and name not in READABLE):
            self.report("dunder", node, f"Bots may not use the attribute {name}.")
        elif name in INSIDE:
            self.report("inside", node, f"The attribute {name} leads into the interpreter and is not available to bots.")
        elif name in INSIDE_FOREIGN and not own:
            self.report("inside", node, f"The attribute {name} of other objects is not available to bots.")
        elif name.startswith("_") and not is_dunder(name) and not own and name not in PUBLIC_UNDERSCORED:
            self.report("private", node, f"{name} is private to other objects; only self.{name} in a class's own "
                                         "methods is allowed, so give it a name without the underscore.")

    def is_own(self, node, scope):
        """Whether the expression is the object whose method this is: the first parameter, never given another value, or
        super() without arguments."""
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and not node.keywords
        if not isinstance(node, ast.Name):
            return False
        owner = scope.find(node.id)
        return owner is not None and owner.self_name == node.id and owner.bound[node.id] == 1

    # -- the walk --

    def run(self, tree):
        module = Scope(tree, None)
        stack = [(tree, module)]
        while stack:
            node, scope = stack.pop()
            visit = getattr(self, "visit_" + type(node).__name__, None)
            inner = None
            if visit is not None:
                inner = visit(node, scope)
            if inner is None:
                inner = [(child, scope) for child in ast.iter_child_nodes(node) if type(child) is not ast.Constant]
            stack.extend(reversed(inner))
        for function, node, scope in self.later:
            function(node, scope)
        self.check_entry(tree, module)
        self.problems.sort(key=lambda problem: (problem.line, problem.column))

    def bind(self, scope, name, node):
        scope.bind(name)
        self.identifier(node, name)

    # Definitions

    def parameters(self, arguments):
        for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
            yield argument
        for argument in (arguments.vararg, arguments.kwarg):
            if argument is not None:
                yield argument

    def enter_function(self, node, scope):
        inner = Scope(node, scope)
        arguments = node.args
        for argument in self.parameters(arguments):
            self.bind(inner, argument.arg, argument)
        decorators = getattr(node, "decorator_list", [])
        static = any(isinstance(decorator, ast.Name) and decorator.id == "staticmethod" for decorator in decorators)
        first = (arguments.posonlyargs + arguments.args)[:1]
        if scope.is_class and first and not static and isinstance(node, ast.FunctionDef):
            inner.self_name = first[0].arg
        outside = [(one, scope) for one in decorators + arguments.defaults + [one for one in arguments.kw_defaults if one]]
        for argument in self.parameters(arguments):
            if argument.annotation is not None:
                self.annotation(argument.annotation)
                outside.append((argument.annotation, scope))
        if getattr(node, "returns", None) is not None:
            self.annotation(node.returns)
            outside.append((node.returns, scope))
        body = node.body if isinstance(node.body, list) else [node.body]
        return outside + [(one, inner) for one in body]

    def visit_FunctionDef(self, node, scope):
        scope.bind(node.name)
        if not scope.is_class:
            self.identifier(node, node.name, f"def {node.name}")
        elif is_dunder(node.name) and node.name not in METHODS:
            self.report("dunder", node, f"Bots may not define {node.name}.", f"def {node.name}")
        return self.enter_function(node, scope)

    def visit_Lambda(self, node, scope):
        return self.enter_function(node, scope)

    def refuse_async(self, node, scope):
        self.report("async", node, "Bots may not use async or await; write an ordinary function.")

    visit_AsyncFunctionDef = visit_AsyncFor = visit_AsyncWith = visit_Await = refuse_async

    def visit_comprehension(self, node, scope):
        if node.is_async:
            self.report("async", node.target, "Bots may not use async or await; write an ordinary loop.")

    def visit_ClassDef(self, node, scope):
        self.bind(scope, node.name, node)
        inner = Scope(node, scope)
        if any(isinstance(base, ast.Name) and base.id in TEXT_TYPES for base in node.bases):
            self.check_text_class(node)
        for keyword in node.keywords:
            if keyword.arg == "metaclass":
                self.report("metaclass", keyword.value, "Bots may not use metaclasses; a decorator or a function will do.")
        outside = node.decorator_list + node.bases + [keyword.value for keyword in node.keywords]
        return [(one, scope) for one in outside] + [(one, inner) for one in node.body]

    def check_text_class(self, node):
        """A text that lies about itself; only text itself is a move."""
        for one in node.body:
            names = [one.name] if isinstance(one, ast.FunctionDef) else []
            if isinstance(one, ast.Assign):
                names = [target.id for target in one.targets if isinstance(target, ast.Name)]
            for name in names:
                if name in TEXT_METHODS:
                    self.report("text-class", one, f"A class made from str or bytes may not define {name}; "
                                                   "keep the text in an attribute instead.", name)

    # Names

    def visit_Name(self, node, scope):
        if isinstance(node.ctx, ast.Store):
            scope.bind(node.id)
            # In a class it is an attribute.
            if not scope.is_class or (is_dunder(node.id) and node.id not in METHODS):
                self.identifier(node, node.id)
        elif node.id in _rules.FORBIDDEN_NAMES:
            self.report("forbidden-name", node, f"{node.id} is not available to bots.")
        elif is_dunder(node.id):
            if node.id not in READABLE and not (scope.is_class and node.id in METHODS):
                self.report("dunder", node, f"Bots may not use the name {node.id}.")
        elif node.id in _rules.HIDDEN_NAMES or node.id in ("type", "super"):
            self.later.append((self.check_builtin, node, scope))
        else:
            self.later.append((self.check_bare_module, node, scope))
        return []

    def check_builtin(self, node, scope):
        owner = scope.find(node.id)
        if node.id in _rules.HIDDEN_NAMES:
            if owner is None:
                self.report("forbidden-name", node, f"{node.id} is not available to bots.")
        elif id(node) in self.allowed_type or (owner is not None and isinstance(owner.node, FUNCTIONS)):
            return
        elif node.id == "type":
            self.report("type", node, "type is for asking the type of one object, type(x), or for isinstance; "
                                      "write a class statement to make a class.")
        else:
            self.report("super", node, "super is for calling a method of the parent class, super().method().")

    def check_bare_module(self, node, scope):
        if self.module_of(node, scope) is not None:
            self.report("module", node, f"The module {node.id} may only be used as {node.id}.name; "
                                        "import it under another name with `import ... as`.")

    def declare_outer(self, node, scope):
        scope.outer.update(node.names)
        for name in node.names:
            self.identifier(node, name)

    visit_Global = visit_Nonlocal = declare_outer

    def visit_ExceptHandler(self, node, scope):
        if node.name is not None:
            self.bind(scope, node.name, node)

    # Imports

    def visit_Import(self, node, scope):
        for alias in node.names:
            if alias.name not in _rules.MODULES:
                self.refuse_module(node, alias.name)
                continue
            name = alias.asname or alias.name.partition(".")[0]
            self.bind_module(scope, name, alias.name if alias.asname else name, node)
        return []

    def bind_module(self, scope, name, module, node):
        """The same import once more changes nothing."""
        if scope.modules.get(name) == module:
            return
        self.bind(scope, name, node)
        scope.modules[name] = module

    def visit_ImportFrom(self, node, scope):
        module = node.module or ""
        if node.level or module not in _rules.MODULES:
            self.refuse_module(node, "." * node.level + module)
            return []
        for alias in node.names:
            if alias.name == "*":
                for name in self.exported(module):
                    scope.bound.setdefault(name, 1)
                continue
            if not self.offers(module, alias.name):
                self.refuse_export(node, module, alias.name)
                continue
            name = alias.asname or alias.name
            full = f"{module}.{alias.name}"
            if full in _rules.MODULES:
                self.bind_module(scope, name, full, node)
                continue
            self.imported.add((id(scope), name))
            self.bind(scope, name, node)
        return []

    def refuse_export(self, node, module, name):
        self.report("import-name", node, f"{module} has no {name} for bots; what bots may use of each module is listed in "
                                         "docs/writing-bots.md.")

    # Attributes

    def visit_Attribute(self, node, scope):
        if node.attr in ("format", "format_map"):
            self.later.append((self.check_format, node, scope))
        self.later.append((self.check_attribute, node, scope))
        if isinstance(node.value, ast.Name):
            name = node.value
            if name.id in _rules.FORBIDDEN_NAMES or is_dunder(name.id) or name.id in _rules.HIDDEN_NAMES or name.id in ("type", "super"):
                return [(name, scope)]
            return []
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super" and not value.args:
            self.allowed_type.add(id(value.func))
        return None

    def check_attribute(self, node, scope):
        module = self.module_of(node.value, scope)
        if module is not None:
            if not self.offers(module, node.attr):
                self.refuse_export(node, module, node.attr)
            elif not isinstance(node.ctx, ast.Load):
                self.refuse_patch(node)
            elif f"{module}.{node.attr}" in _rules.MODULES:
                pass
            return
        own = self.is_own(node.value, scope)
        self.attribute_name(node, node.attr, own)
        if not isinstance(node.ctx, ast.Load) and not own:
            self.check_patch(node, scope)

    def check_patch(self, node, scope):
        root = root_name(node)
        if node.attr in BOARD_CORE:
            self.refuse_patch(node)
        elif root is not None and not isinstance(node.value, ast.Subscript):
            owner = scope.find(root.id)
            foreign = owner is not None and owner.bound.get(root.id) == 1 and (
                root.id in owner.modules or (id(owner), root.id) in self.imported)
            if foreign:
                self.refuse_patch(node)

    def refuse_patch(self, node):
        self.report("patching", node, "Bots may not replace parts of a board, a class or a module that they were given; "
                                      "make a class of your own from it.")

    # Calls

    def visit_Call(self, node, scope):
        function = node.func
        if isinstance(function, ast.Name):
            if function.id == "type" and len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
                self.allowed_type.add(id(function))
            elif function.id in ("isinstance", "issubclass"):
                self.allow_types(node.args[1:])
        return None

    def allow_types(self, nodes):
        for node in nodes:
            for one in node.elts if isinstance(node, ast.Tuple) else [node]:
                self.allowed_type.add(id(one))

    def visit_Compare(self, node, scope):
        self.allow_types([node.left] + node.comparators)
        return None

    # Text that reads attributes

    def check_format(self, node, scope):
        value = node.value
        if isinstance(value, ast.Name):
            owner = scope.find(value.id)
            if owner is not None and owner.bound[value.id] == 1 and value.id in owner.texts:
                return self.check_fields(node, owner.texts[value.id])
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return self.check_fields(node, value.value)
        if not self.is_own(value, scope):
            self.report("format", node, f"{node.attr} works only on a text that is written out there; "
                                        "use an f-string for everything else.")

    def check_fields(self, node, text):
        import _string
        texts = [text]
        while texts:
            try:
                for _, field, spec, _ in _string.formatter_parser(texts.pop()):
                    if spec:
                        texts.append(spec)
                    if field:
                        for is_attribute, name in _string.formatter_field_name_split(field)[1]:
                            if is_attribute:
                                self.attribute_name(node, name, False)
            except ValueError:
                pass  # format() itself will say so

    def visit_Assign(self, node, scope):
        value = node.value
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                scope.texts[name] = value.value
        return None

    # Annotations and patterns

    def visit_AnnAssign(self, node, scope):
        self.annotation(node.annotation)

    def annotation(self, tree):
        """Text in annotations is evaluated by typing and dataclasses; inside Literal[...] it is a value."""
        stack = [tree]
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Subscript):
                last = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
                stack.append(node.value)
                if last not in ("Literal", "Annotated"):
                    stack.append(node.slice)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.report("annotation", node, "Bots may not write annotations as text; leave out the quotes or the annotation.")
            elif isinstance(node, ast.Name):
                self.allowed_type.add(id(node))
            else:
                stack.extend(ast.iter_child_nodes(node))

    def visit_MatchClass(self, node, scope):
        for name in node.kwd_attrs:
            self.attribute_name(node, name, False)

    def bind_pattern(self, node, scope):
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            self.bind(scope, name, node)

    visit_MatchAs = visit_MatchStar = visit_MatchMapping = bind_pattern

    # The function get_move

    def check_entry(self, tree, module):
        if "get_move" not in module.bound:
            line = ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
            return self.report("entry", line, "The file must define a function get_move(board, time_left_ms).",
                               self.source_line(1)[:TEXT_MAX])
        definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "get_move"]
        if definitions and module.bound["get_move"] == len(definitions) and not definitions[-1].decorator_list:
            self.check_signature(definitions[-1])

    def check_signature(self, node):
        arguments = node.args
        positional = arguments.posonlyargs + arguments.args
        needed_keywords = [one for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults) if default is None]
        if needed_keywords or len(positional) - len(arguments.defaults) > 2 or (
                len(positional) < 2 and arguments.vararg is None):
            self.report("entry", node, "get_move must take two arguments, board and time_left_ms.", "def get_move")
        if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in own_nodes(node)):
            self.report("entry", node, "get_move must return its move: it may not contain yield.", "def get_move")


def own_nodes(function):
    """The nodes of a function that are not inside another one."""
    stack = list(function.body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, FUNCTIONS + (ast.ClassDef,)):
            stack.extend(ast.iter_child_nodes(node))


# Names that Python 3.9 does not have.
ast_names = vars(ast)
for missing in ("MatchAs", "MatchStar", "MatchMapping", "MatchClass"):
    ast_names.setdefault(missing, type(missing, (), {}))


def too_complex():
    return [Problem("complexity", 1, 1, "", "The source is nested too deeply or too large to be checked; make it simpler.")], 0


def check_text(text):
    """The problems of a source, as far as they are reported, and how many more there are."""
    try:
        compile(text, "bot", "exec", dont_inherit=True)  # first, and forgotten, since both take much memory
        tree = ast.parse(text)
    except SyntaxError as error:
        if "too many nested" in str(error.msg) or "nested" in str(error.msg) and "too" in str(error.msg):
            return too_complex()
        line = (text.split("\n") + [""])[max(error.lineno or 1, 1) - 1:][:1]
        sentence = f"This is not Python: {error.msg}."
        return [Problem("syntax", error.lineno or 1, max(error.offset or 1, 1), (line or [""])[0].strip(), sentence)], 0
    except ValueError as error:
        return [Problem("syntax", 1, 1, "", f"This is not Python: {error}.")], 0
    except (RecursionError, MemoryError):
        return too_complex()
    checker = Checker(text)
    try:
        checker.run(tree)
    except (RecursionError, MemoryError):
        return too_complex()
    return checker.problems, checker.more


def check_bytes(raw):
    """check_text() of a file's bytes, which must be text to begin with."""
    try:
        text = _source.decode(raw)
    except BotError as error:
        return [Problem("encoding", error.line or 1, error.column or 1, "", f"{str(error)[0].upper()}{str(error)[1:]}.")], 0
    return check_text(text)


def one_line(text, limit):
    text = "".join(letter if letter.isprintable() else " " for letter in text[:4 * limit])
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit - 3] + "..."


def main(arguments):
    import json
    if len(arguments) != 2:
        sys.exit("usage: python3 -I -S check.py my_bot.py")
    with open(arguments[1], "rb") as file:
        problems, more = check_bytes(file.read())
    report = {
        "problems": [{"rule": problem.rule, "line": problem.line, "column": problem.column,
                      "text": one_line(problem.text, TEXT_MAX), "advice": one_line(problem.advice, 300)}
                     for problem in problems],
        "more": more,
    }
    sys.stdout.write(json.dumps(report) + "\n")
