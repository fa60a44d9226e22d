"""What bots may import and which built-in names they may use: the rules that `rookery check` reads a source by and that
the bot host holds up while the bot runs.

They are courtesy: an author hears of a mistake before the first game. What protects the host is the box.
"""

# By module, the names that bots may use of the Python library, where it has them. Left out is what
# evaluates text, reads attributes by name or hands out other modules.
LIBRARY = {
    "array": "array ArrayType typecodes",
    "bisect": "bisect bisect_left bisect_right insort insort_left insort_right",
    "collections": "abc ChainMap Counter defaultdict deque namedtuple OrderedDict UserDict UserList UserString",
    "collections.abc": """
        AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine
        Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence
        MutableSet Reversible Sequence Set Sized ValuesView""",
    "copy": "copy deepcopy Error replace",
    "dataclasses": "asdict astuple dataclass field fields FrozenInstanceError InitVar is_dataclass KW_ONLY MISSING replace",
    "decimal": """
        BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple DefaultContext
        DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext FloatOperation getcontext HAVE_CONTEXTVAR
        HAVE_THREADS Inexact InvalidContext InvalidOperation localcontext MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow
        ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded
        setcontext Subnormal Underflow""",
    "enum": """
        auto CONFORM CONTINUOUS EJECT Enum EnumCheck Flag FlagBoundary IntEnum IntFlag KEEP member NAMED_FLAGS nonmember
        property ReprEnum StrEnum STRICT UNIQUE unique verify""",
    "fractions": "Fraction",
    "functools": "cache cached_property cmp_to_key lru_cache partial partialmethod reduce total_ordering",
    "heapq": "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest",
    "itertools": """
        accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse
        groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest""",
    "math": """
        acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1
        fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma
        log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau
        trunc ulp""",
    "numbers": "Complex Integral Number Rational Real",
    "operator": """
        abs add and_ call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift
        imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_none is_not is_not_none isub itemgetter
        itruediv ixor le length_hint lshift lt matmul mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth
        xor""",
    "random": """
        betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate
        normalvariate paretovariate randbytes randint Random random randrange sample seed setstate shuffle SystemRandom
        triangular uniform vonmisesvariate weibullvariate""",
    "re": """
        A ASCII compile DOTALL error escape findall finditer fullmatch I IGNORECASE L LOCALE M Match match MULTILINE
        NOFLAG Pattern purge RegexFlag S search split sub subn template U UNICODE VERBOSE X""",
    "statistics": """
        correlation covariance fmean geometric_mean harmonic_mean kde kde_random linear_regression mean median
        median_grouped median_high median_low mode multimode NormalDist pstdev pvariance quantiles StatisticsError stdev
        variance""",
    "string": """
        ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation
        whitespace""",
    "time": """
        altzone asctime CLOCK_BOOTTIME clock_getres clock_gettime clock_gettime_ns CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW
        CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI CLOCK_THREAD_CPUTIME_ID ctime daylight get_clock_info gmtime
        localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns sleep strftime
        strptime struct_time thread_time thread_time_ns time time_ns timezone tzname""",
    "typing": """
        AbstractSet Annotated Any AnyStr assert_never AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator
        Awaitable BinaryIO ByteString Callable cast ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine
        Counter DefaultDict Deque Dict Final final FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator
        KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet
        NamedTuple Never NewType NoDefault NoReturn NotRequired Optional OrderedDict overload override ParamSpec
        ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly Required Reversible runtime_checkable Self Sequence Set
        Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound Text TextIO Tuple
        Type TYPE_CHECKING TypeAlias TypeAliasType TypedDict TypeGuard TypeIs TypeVar TypeVarTuple Union Unpack
        ValuesView""",
}

# Rookery's own: bots get all public names that are not modules.
OWN = ("arena", "chess", "chess.variant")

MODULES = frozenset(LIBRARY) | frozenset(OWN)

# Built-in names that bots may not use, nor give to anything of their own.
FORBIDDEN_NAMES = frozenset("""
    __builtins__ __cached__ __dict__ __file__ __import__ __loader__ __spec__ breakpoint compile delattr eval exec exit
    getattr globals help input locals memoryview open quit setattr vars""".split())

# Built-in names that bots may not use; a variable may be called so.
HIDDEN_NAMES = frozenset("__build_class__ aiter anext copyright credits dir id license".split())


def module_list():
    """The modules that bots may import, as a text for people."""
    return ", ".join(sorted(MODULES))


def exported(name, module):
    """The names of an allowed module that bots may use. The module itself is needed for Rookery's own only."""
    if name in LIBRARY:
        return LIBRARY[name].split()
    kind = type(module)
    return [key for key, value in vars(module).items() if not key.startswith("_") and type(value) is not kind]


def stand_in(name, module):
    """A module for bots in place of an allowed one: it holds what they may use and nothing else."""
    twin = type(module)(name, module.__doc__)
    names, found = exported(name, module), vars(module)
    vars(twin).update({key: found[key] for key in names if key in found})
    if name not in LIBRARY:
        twin.__all__ = names
    else:
        twin.__all__ = [key for key in names if key in found]
    return twin
