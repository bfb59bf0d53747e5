"""python recheck.py [DIR] [--manifest FILE]: re-checks certificates with the standard library alone.

Shares no code with what produced them and believes no number in them. A certificate, ID.READING.json[.gz],
holds format (1), id, reading, hash, verdict, statement (parameters with domains, constants, definitions,
hypotheses, conclusions; expressions as trees) and evidence. The manifest has the hashes of the statements,
their fields and the steps of written arguments, and the vocabulary: domains and words of the language that
are not built in here, as expressions. Evidence is recomputed from the statement, by method:
  counterexample  point, part, lhs, rhs: every hypothesis holds and the part fails             -> REFUTED
  points          points, parts, because: all holds at each point -> CERTIFIED, PROVED if a reader accepts why
  identity, formal  cases, parts: right - left is zero in all other parameters and entries     -> PROVED
  positivity      lower, roots, parts, cases: domains and hypotheses imply `lower` (cover: why); after the
                  shift by it right - left has no negative coefficient                         -> PROVED
  argument        parts, steps: a reader's sentences, and statements with a certificate  -> the weakest step's
The verdict is that of the weakest part. Exit code 0: all accepted, 4: one is refused, 5: there is none."""
import gzip
import json
import re
import sys
from collections import Counter, namedtuple
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction as F
from functools import cache, reduce
from hashlib import sha256
from math import comb, factorial, lcm, prod
from operator import add, mul, sub, truediv
from pathlib import Path

SLOT, MASK, BITS, COUNT = 16, 65535, [64], [0]  # bits of an exponent, of a root; number of variables in use
class Refused(Exception): pass
def need(condition, why):
    if not condition: raise Refused(why)

class Ring:  # Interval (irrational) and Function (symbolic): operators from lift, plus, times, - and inverted
    def __add__(a, b): return NotImplemented if isinstance(b, (Matrix, Words)) else a.plus(a.lift(b))
    def __mul__(a, b): return NotImplemented if isinstance(b, (Matrix, Words)) else a.times(a.lift(b))
    def __radd__(a, b): return a + b
    def __sub__(a, b): return a + -b
    def __rsub__(a, b): return -a + b
    def __rmul__(a, b): return a * b
    def __truediv__(a, b): return a * a.lift(b).inverted()
    def __rtruediv__(a, b): return a.lift(b) * a.inverted()
    def __pow__(a, k): return a.inverted() ** -k if k < 0 else raised(a, k, a.lift(1))
def between(lo, hi): return need(lo <= hi, "an empty interval") or Interval(lo, hi)
def raised(a, k, one):
    return one if k == 0 else a if k == 1 else raised(a * a, k // 2, one) * (a if k % 2 else one)
class Interval(Ring):  # all numbers between two rational ends
    def __init__(self, lo, hi): self.lo, self.hi = F(lo), F(hi)
    def ends(a): return a.lo, a.hi
    def lift(self, x): return x if isinstance(x, Interval) else Interval(x, x)
    def plus(a, b): return Interval(a.lo + b.lo, a.hi + b.hi)
    def __neg__(a): return Interval(-a.hi, -a.lo)
    def times(a, b): return Interval(*[f(x * y for x in a.ends() for y in b.ends()) for f in (min, max)])
    def inverted(a): return need(a.lo * a.hi > 0, "a division by 0 +- error") or Interval(1 / a.hi, 1 / a.lo)
class Function(Ring):  # p / q as {monomial: integer}; bits 16 i .. 16 i + 15: the exponent of variable i
    def __init__(self, p, q, root=None): self.p, self.q, self.root = p, q, root
    def __neg__(a): return Function(product(a.p, {0: -1}), a.q)
    def times(a, b): return Function(product(a.p, b.p), product(a.q, b.q))
    def inverted(a): return need(a.p, "a division by the zero function") or Function(a.q, a.p)
    def lift(self, x):
        p, q = (0, 1) if isinstance(x, Function) else F(x).as_integer_ratio()
        return x if isinstance(x, Function) else Function({0: p} if p else {}, {0: q})
    def plus(a, b):
        x, y, q = (b.q, a.q, None) if a.q != b.q else ({0: 1}, {0: 1}, a.q)
        if not q and len(x) == len(y) == 1:  # the least common multiple of two monomials
            (i, c), (j, e), g = *a.q.items(), *b.q.items(), lcm(*x.values(), *y.values())
            m = sum(max(i >> s & MASK, j >> s & MASK) << s for s in range(0, max(i, j).bit_length(), SLOT))
            x, y, q = {m - i: g // c}, {m - j: g // e}, {m: g}
        p = product(a.p, x)
        for m, c in product(b.p, y).items(): p[m] = p.get(m, 0) + c
        return Function({m: c for m, c in p.items() if c}, q or product(a.q, b.q))
    def nonnegative(self, strict=0):  # no negative coefficient; p, q have a term free of `strict`
        p, q = (self.p, self.q) if max(self.q.values()) > 0 else ((-self).p, product(self.q, {0: -1}))
        return all(min(r.values(), default=-1) > 0 and any(not m & strict for m in r) for r in (p, q))
ONE = Function({0: 1}, {0: 1})
def product(a, b):
    a, b, result = (a, b, {}) if len(a) < len(b) else (b, a, {})
    for m, c in a.items():
        for k, e in b.items(): result[m + k] = result.get(m + k, 0) + c * e
    return {m: c for m, c in result.items() if c}
def compose(p, values):  # the polynomial p with a value for each of its variables, by Horner's rule
    i, by_power = len(values) - 1, {}
    need(max(p, default=0) < 1 << SLOT * len(values), "a bound in a later variable")
    if not values: return F(p.get(0, 0))
    for m, c in p.items(): by_power.setdefault(m >> SLOT * i, {})[m & (1 << SLOT * i) - 1] = c
    return reduce(lambda total, e: total * values[i] + compose(by_power.get(e, {}), values[:i]),
                  range(max(by_power, default=0), -1, -1), F(0))
def fresh(k):
    COUNT[0] += int(k)
    return [Function({1 << SLOT * i: 1}, {0: 1}) for i in range(COUNT[0] - int(k), COUNT[0])]
def root_floor(x, q):  # the largest integer r with r^q <= x, by Newton's steps from above
    r = 1 << -(-x.bit_length() // q)
    while r and (s := ((q - 1) * r + x // r ** (q - 1)) // q) < r: r = s
    return r
def power(x, e):  # x^e, exact where it is rational, else an interval of about BITS bits
    p, q = e.numerator, e.denominator
    need(abs(p) <= 20000 and q <= 20000, "an exponent too large")
    if q == 1: return x**p
    if isinstance(x, Function): return need(q == 2 and x.root, "a root of no square") or x.root**p
    if isinstance(x, Interval):
        lo, hi = (Interval(0, 0).lift(power(end, F(1, q))) for end in (x.lo, x.hi))
        return Interval(lo.lo, hi.hi) ** p
    need(x >= 0, "a root of a negative number")
    if (r := F(root_floor(x.numerator, q), root_floor(x.denominator, q))) ** q == x: return r**p
    k = BITS[0] + max(0, x.denominator.bit_length() - x.numerator.bit_length()) // q
    r = root_floor((x.numerator << q * k) // x.denominator, q)
    return Interval(F(r, 1 << k), F(r + 1, 1 << k)) ** p
# Matrices: rows, and 1, 1, .. as weights; a diagonal one may have runs of equal entries, weighted by length.
class Matrix(namedtuple("Matrix", "rows weights")):
    columns = property(lambda A: A.weights if len(A.rows) == len(A.rows[0]) else (1,) * len(A.rows[0]))
    def __neg__(A): return A * F(-1)
    def __sub__(A, B): return A + -B
    def __rmul__(A, c): return A * c
    def __truediv__(A, c): return A * (1 / c)
    def __pow__(A, k): return raised(A, k, eye(sum(A.weights)))
    def __add__(A, B):
        if isinstance(B, Words): return NotImplemented
        A, B = (A, B) if A.weights == B.weights else matched(A, B)
        need(A.columns == B.columns, "matrices of different shapes")
        return matrix((map(add, r, q) for r, q in zip(A.rows, B.rows)), A.weights)
    def __mul__(A, B):
        if isinstance(B, Words): return NotImplemented
        if not isinstance(B, Matrix): return matrix(((x * B for x in r) for r in A.rows), A.weights)
        A, B = matched(A, B)
        def dot(r, c): return sum((x * y for x, y in zip(r, c) if x and y), F(0))
        return matrix(([dot(r, c) for c in zip(*B.rows)] for r in A.rows), A.weights)
def matrix(rows, weights=None): return Matrix(r := tuple(map(tuple, rows)), weights or (1,) * len(r))
def matched(A, B):  # A and B over common runs, those of A's columns and B's rows
    need(sum(A.columns) == sum(B.weights), "matrices whose shapes do not fit")
    if A.columns == B.weights: return A, B
    if len(A.rows) == len(A.rows[0]) == 1: return diagonal(A.rows[0] * len(B.weights), B.weights), B
    if len(B.rows) == len(B.rows[0]) == 1: return A, diagonal(B.rows[0] * len(A.columns), A.columns)
    return full(A), full(B)
def full(A):
    need(sum(A.weights) <= 60, "a matrix too large to write out")
    if {*A.weights} <= {1}: return A
    return diagonal([A.rows[i][i] for i, m in enumerate(A.weights) for _ in range(m)])
def diagonal(v, weights=None):
    return matrix(((x if i == j else F(0) for j in range(len(v))) for i, x in enumerate(v)), weights)
def eye(d): return Matrix(((F(1),),), (int(d),))
def transpose(A): return matrix(zip(*A.rows), A.columns)
def trace(A): return sum((A.rows[i][i] * m for i, m in enumerate(A.weights)), F(0))
def part(A, i, j, r, c):  # the r x c block of A that begins at row i and column j, counted from 0
    i, j, r, c, A = int(i), int(j), int(r), int(c), full(A).rows
    need(0 <= i < i + r <= len(A) and 0 <= j < j + c <= len(A[0]), "no such block")
    return matrix(row[j:j + c] for row in A[i:i + r])
class Words(Ring):  # sums {(M_0, .., M_k): c} of c M_0 S M_1 S .. M_k, S the sample covariance
    def __init__(self, terms): self.terms = terms
    def __neg__(a): return a * -1
    def __rmul__(a, b): return a.lift(b) * a
    def lift(a, x):
        if isinstance(x, Words): return x
        return Words({(x,): F(1)} if isinstance(x, Matrix) else {(eye(sum([*a.terms][0][0].weights)),): F(x)})
    def __add__(a, b): return a.plus(a.lift(b))
    def plus(a, b): return Words({w: a.terms.get(w, 0) + b.terms.get(w, 0) for w in {**a.terms, **b.terms}})
    def __mul__(a, b):
        result = Counter()
        for v, x in a.terms.items():
            for w, y in a.lift(b).terms.items(): result[(*v[:-1], v[-1] * w[0], *w[1:])] += x * y
        return Words(result)
@cache
def expected(state, sigma):  # E prod tr(S M_1 .. S M_k) by parts: the coefficients of 1, 1/n, 1/n^2, ..
    if not state: return [F(1)]
    first, rest, total = state[0], state[1:], [F(0)] * (sum(map(len, state)) + 1)
    flip = tuple(transpose(M) for M in reversed(first))
    def meets(left, *new, last=(), up=1, count=1):  # the traces left, new, and tr(M_1 S .. S M_k) of last
        f = count * trace(last[0]) if len(last) == 1 else count
        new = (*new, (*last[1:-1], last[-1] * last[0])) if len(last) > 1 else new
        for i, c in enumerate(expected(tuple(sorted((*new, *left), key=len)), sigma)): total[i + up] += f * c
    meets(rest, last=(sigma * first[0], *first[1:]), up=0)
    for j in range(1, len(first)):
        x, y, z = first[:j], first[j:], flip[:len(first) - j]
        meets(rest, (*x[:-1], x[-1] * sigma * z[0], *z[1:]))
        meets(rest, x, last=(*y[:-1], y[-1] * sigma))
    for w, other in enumerate(rest):
        left = rest[:w] + rest[w + 1:]
        for y, m in Counter(other[j:] + other[:j] for j in range(len(other))).items():
            meets(left, (*y[:-1], y[-1] * sigma * flip[0], *flip[1:]), count=m)
            meets(left, (*first[:-1], first[-1] * sigma * y[0], *y[1:]), count=m)
    return total
def expect(n, sigma, total):  # E tr of a sum of words
    return sum((c * trace(w[0]) if len(w) == 1 else c * sum(
        x / n**i for i, x in enumerate(expected(((*w[1:-1], w[-1] * w[0]),), sigma)))
        for w, c in Words({(sigma,): 1}).lift(total).terms.items()), F(0))
@cache
def moments(k):  # n^k alpha as a polynomial in n and d, E S^k = alpha I for Sigma = I; packed with d = 2^200
    one = need(k < 32, "a moment of too high an order") or eye(1 << 200)
    big = [int(c) >> 200 for c in expected(((one,) * k,), one)[:k + 1]] if k else [1]
    return {k - i | j << SLOT: c >> 200 * j & (1 << 200) - 1 for i, c in enumerate(big) for j in range(k + 1)}
def integral(square, f, r, c, m, variance, *args):  # E f(N, e, ..), or of its square: N (r, c), e (m) normal
    base, x, e, c, classes, powers = COUNT[0], fresh(r * c), fresh(m), int(c), {}, {}
    f = ONE.lift(call(f, matrix(x[i:i + c] for i in range(0, len(x), c)), matrix([v] for v in e), *args))
    low, odd = (1 << SLOT * base) - 1, sum(1 << SLOT * i for i in range(base, COUNT[0]))
    COUNT[0], q = base, product(f.q, f.q) if square else f.q
    need(max(q) <= low, "the mean of a quotient")
    for k, v in f.p.items(): classes.setdefault(k & odd, {})[k] = v  # only equal odd parts have a mean
    for g in [product(g, g) for g in classes.values()] if square else [classes.get(0, {})]:
        for k, v in g.items():
            z, i, half = k >> SLOT * base, 0, 0
            while z:
                h, z, i = (z & MASK) // 2, z >> SLOT, i + 1
                v, half = v * factorial(2 * h) // (factorial(h) << h), half + h * (i > len(x))
            powers.setdefault(half, Counter())[k & low] += v
    total = sum((Function({**p}, q) * variance**h for h, p in powers.items()), Function({}, q))
    return F(total.p.get(0, 0), total.q[0]) if {*total.p, *total.q} == {0} else total
NATIVE = {
    "sqrt": lambda x: power(x, F(1, 2)), "factorial": lambda m: F(factorial(int(m))), "between": between,
    "binomial": lambda m, k: F(comb(int(m), int(k))), "digit": lambda x, b, r: x // b % r, "part": part,
    "rows": lambda A: F(sum(A.weights)), "columns": lambda A: F(sum(A.columns)),
    "run": lambda A, i: diagonal([F(j == i) for j in range(len(A.rows))], A.weights), "transpose": transpose,
    "stack": lambda A, B: matrix(full(A).rows + full(B).rows), "trace": trace, "identity": eye,
    "runs": lambda A: F(len(A.rows)), "S": lambda d: Words({(eye(d),) * 2: F(1)})}
SLOW = {
    "expect": expect, "raw_moment": lambda k, n, d: compose(moments(int(k)), [n, d]),
    "mean": lambda *a: integral(False, *a), "mean_square": lambda *a: integral(True, *a),
    "iterate": lambda f, k, v, *a: reduce(lambda v, i: call(f, v, F(i), *a), range(int(k)), v)}
MANIFEST, KNOWN, number = {}, {}, cache(F)  # vocabulary and statements; slow calls; text to Fraction
OPERATORS = {"+": add, "-": sub, "*": mul, "/": truediv, "neg": lambda a, _: -a,
             "^": lambda a, b: a**b if isinstance(a, (Matrix, Words)) else power(a, b)}
RELATIONS = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "=": (0,), "!=": (-1, 1)}
def call(name, *args):
    if name in NATIVE: return NATIVE[name](*args)
    if name not in SLOW:
        word = MANIFEST["vocabulary"].get(w := f"{name}/{len(args)}") or need(False, f"unknown quantity {w}")
        return value(word[1], dict(zip(word[0], args)))
    if (key := (name, BITS[0], *args)) not in KNOWN: KNOWN[key] = SLOW[name](*args)
    return KNOWN[key]
def value(t, env):  # of an expression, or the truth of a relation, by its tree
    head, name = t[0], t[1]
    if head == "num": return number(name)
    if head == "name":  # of a definition, a value, or a word that mean or iterate shall call
        return value(env[name], env) if isinstance(env.get(name), list) else env.get(name, name)
    if head == "call" and name == "choose": return value(t[3 if value(t[2], env) else 4], env)
    if head == "call": return call(name, *[value(a, env) for a in t[2:]])
    return OPERATORS[head](value(name, env), value(t[-1], env)) if head in OPERATORS else holds(t, env)
def zero(x):
    return all(map(zero, sum(x.rows, ()))) if type(x) is Matrix else x == 0 if isinstance(x, F) else not x.p
def compare(op, a, b):  # a op b, or None where intervals overlap
    if isinstance(a, Matrix): return need(op == "=", "an order between matrices") or zero(a - b)
    x = Interval(0, 0).lift(a - b)
    found = {s in RELATIONS[op] for s, may in ((-1, x.lo < 0), (0, x.lo <= 0 <= x.hi), (1, x.hi > 0)) if may}
    return found.pop() if len(found) == 1 else None
def factors(t, env, e):  # [(x, e), ...] with t^e the product of the x^e, all x positive
    head, *args = t
    if head == "name" and isinstance(env.get(args[0]), list): return factors(env[args[0]], env, e)
    if head in ("*", "/"): return factors(args[0], env, e) + factors(args[1], env, e if head == "*" else -e)
    if head == "^": return factors(args[0], env, e * value(args[1], env))
    if t[:2] == ["call", "sqrt"]: return factors(t[2], env, e / 2)
    x = value(t, env)
    return need(isinstance(x, F) and x > 0 and isinstance(e, F), "no product of rational powers") or [(x, e)]
def holds(t, env):  # True, False, or None where the last precision does not separate the sides
    if t[0] in ("and", "or"):
        found = [holds(a, env) for a in t[1:]]
        return (t[0] == "or") if (t[0] == "or") in found else None if None in found else t[0] == "and"
    if t[0] not in RELATIONS: return value(t, env)
    for BITS[0] in (64, 256, 1024, 4096):
        if (answer := compare(t[0], value(t[1], env), value(t[2], env))) is not None: return answer
    try: found = factors(["/", t[1], t[2]], env, F(1))  # intervals never separate a tie of roots
    except Refused: return None
    return compare(t[0], prod(x ** int(e * lcm(*(e.denominator for _, e in found))) for x, e in found), F(1))
def split(st, name):  # kind, number of rows, number of columns (as names) of a parameter's domain
    found = re.fullmatch(r"([a-z ]+)(?:\((\w+)(?:, *(\w+))?\))?", st["parameters"].get(name, ""))
    need(found and f"{found[1].replace(' ', '_')}/1" in MANIFEST["vocabulary"], f"{name} has no known domain")
    return found[1].replace(" ", "_"), found[2], found[3] or found[2]
def domains(st): return sorted([(v, split(st, v)) for v in st["parameters"]], key=lambda p: bool(p[1][1]))
def environment(st, point): return {k: F(v) for k, v in st["constants"].items()} | st["definitions"] | point
def scalar(st, name, text):
    (kind, r, _), x = split(st, name), F(text)
    return need(not r and call(kind, x), f"{name} = {x} is outside its domain, a {kind}") or x
def parse(text):  # a matrix from diag(value:multiplicity, ...) or nested lists
    if text.startswith("diag("):
        runs = [item.partition(":")[::2] for item in text[5:-1].split(",")]
        return diagonal([F(v) for v, _ in runs], tuple(int(m or 1) for _, m in runs))
    data = json.loads(re.sub(r"-?\d+(/\d+)?", r'"\g<0>"', text))
    return matrix(map(F, r if isinstance(r, list) else [r]) for r in data)
def inside(st, texts):  # the environment of a point of the domain at which every hypothesis holds
    need(texts.keys() == st["parameters"].keys(), "a point without a value for each parameter")
    point = {}
    for name, (kind, r, c) in domains(st):
        point[name] = x = parse(texts[name]) if r else scalar(st, name, texts[name])
        fits = not r or [sum(x.weights), sum(x.columns)] == [point[r], 1 if kind == "vector" else point[c]]
        need(fits, f"{name} is outside its domain: a wrong shape")
        need(not r or call(kind, x), f"{name} is outside its domain{': a negative pivot' * ('def' in kind)}")
    env = environment(st, point)
    for i, t in enumerate(st["hypotheses"]): need(holds(t, env) is True, f"hypothesis {i + 1} is violated")
    return env
# Evidence: each function returns the verdict and how many steps a reader has to accept.
def counterexample(st, ev, parts, listed):
    env, tree = inside(st, ev["point"]), st["conclusions"][ev["part"]]
    need(holds(tree, env) is False, f"the part {ev['part']} does not fail at the counterexample")
    for t, side in zip(tree[1:] if tree[0] in RELATIONS else (), (ev["lhs"], ev["rhs"])):
        need(str(x := value(t, env)) == side or not isinstance(x, F), "a side is not what is stored")
    return "REFUTED", 0
def points(st, ev, parts, listed):
    need(ev["points"], "no point")
    for env in (inside(st, texts) for texts in ev["points"]):
        for p in parts: need(holds(st["conclusions"][p], env) is True, f"the part {p} fails at a point")
    return ("PROVED", 1) if ev["because"] else ("CERTIFIED", 0)
def gap(t, env):  # x with t: 0 <= x, 0 < x or 0 = x
    need(t[0] in ("<=", "<", ">=", ">", "="), "neither an inequality nor an equation")
    return value(t[1], env) - value(t[2], env) if t[0][0] == ">" else value(t[2], env) - value(t[1], env)
def identity(st, ev, parts, listed):
    need(ev["cases"], "no case")
    for case in ev["cases"]:
        COUNT[0], point = 0, {k: scalar(st, k, x) for k, x in case.items() if k in st["parameters"]}
        for name, (kind, r, c) in domains(st):
            if r is None: point[name] = point[name] if name in point else fresh(1)[0]
            elif isinstance(point[r], F) and isinstance(point[c], F):  # else of symbolic size
                r, c, free = int(point[r]), int(point[c]), kind in ("vector", "data_matrix", "real_matrix")
                x, c = fresh(r * c), 1 if kind == "vector" else c
                point[name] = matrix((x[i * c + j if free or i < j else j * c + i] for j in range(c))
                                     for i in range(r))
        for t in (st["conclusions"][p] for p in parts):
            need(t[0] == "=" and zero(gap(t, environment(st, point))), "a part that is not an identity")
        need(COUNT[0], "an identity in no variable")
    return "PROVED", 0
def positivity(st, ev, parts, listed):
    names, roots = [v for v, _ in ev["lower"]], ev["roots"]
    kinds = [split(st, {v: p for p, v in roots.items()}.get(v, v))[0] for v in names]
    need(names and ev["cases"], "no case")
    new = [v for v in names if v not in st["parameters"]]
    need(sorted(roots.values()) == sorted(new) and len({*names, *roots}) == len(names) + len(roots)
         and not {*new} & environment(st, {}).keys(), "a name for two things")
    need(all(f"least_{k}/0" in MANIFEST["vocabulary"] for k in kinds), "a variable that can be negative")
    mask = sum(MASK << SLOT * i for i, kind in enumerate(kinds) if kind.startswith("nonneg"))
    for case in ev["cases"]:
        COUNT[0], integers = 0, {k: scalar(st, k, x) for k, x in case["integers"].items()}
        free, new, shifted = dict(zip(names, fresh(len(names)))), fresh(len(names)), []
        squares = {p: Function(product(free[v].p, free[v].p), {0: 1}, free[v]) for p, v in roots.items()}
        env = environment(st, {**integers, **free, **squares})
        for (v, bound), kind, t in zip(ev["lower"], kinds, new):
            why, b = case["cover"][v], ONE.lift(value(bound, env))
            if why == "domain": ok = {*b.p, *b.q} <= {0} and F(b.p.get(0, 0), b.q[0]) <= call(f"least_{kind}")
            else:
                g, c = gap(st["hypotheses"][why["hypothesis"]], env), ONE.lift(value(why["cofactor"], env))
                ok = c.nonnegative(mask) and zero(g - (free[v] - b) * c)
            need(ok, f"the region leaves a gap: {v} may be below its lower bound")
            shifted.append(t + ONE.lift(compose(b.p, shifted)) / compose(b.q, shifted))
        for p in parts:
            t, x = st["conclusions"][p], ONE.lift(gap(st["conclusions"][p], env))
            x = ONE.lift(compose(x.p, shifted)) / compose(x.q, shifted)
            y = value(case["gaps"].get(p, ["name", ""]), {"": x, **{f"{v}_": t for v, t in zip(names, new)}})
            need(zero(x - y), f"the stored gap of the part {p} is not right - left")
            need(not x.p or t[0] != "=" and x.nonnegative(), f"a negative coefficient in the part {p}")
            need(x.p.get(0) or t[0] not in "<>", f"the part {p} is not strict at the corner of the region")
    return "PROVED", 0
def argument(st, ev, parts, listed):
    hashes = [digest([s["text"], s.get("statement")]) for s in ev["steps"]]
    need([parts, hashes] in listed, "the parts or steps of an argument are not those of the manifest")
    found = [judge(s["statement"], s["certificate"], []) for s in ev["steps"] if "statement" in s]
    need(found and all(v != "REFUTED" for _, v, _ in found), "no machine step, or a false one")
    return min((v for _, v, _ in found), key=STRENGTH.index), sum(r - 1 for _, _, r in found) + len(hashes)
METHODS = {"counterexample": counterexample, "points": points, "identity": identity, "formal": identity,
           "positivity": positivity, "argument": argument}
STRENGTH = ("REFUTED", "CERTIFIED", "PROVED")
FIELDS = {"parameters": "domain", "constants": "constant", "definitions": "definition",
          "hypotheses": "or dropped hypothesis", "conclusions": "conclusion"}
def digest(x): return sha256(json.dumps(x, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
def judge(st, ev, listed):  # parts, verdict and reader's steps of one piece of evidence
    need(isinstance(ev, dict) and ev.get("method") in METHODS, "evidence of an unknown method")
    parts = [ev["part"]] if ev["method"] == "counterexample" else ev["parts"]
    need(parts and {*parts} <= {*st["conclusions"]}, "evidence for a part that the statement does not have")
    return parts, *METHODS[ev["method"]](st, ev, parts, listed)
def recheck(path):  # (verdict, methods, reader's steps) of one file; raises Refused
    KNOWN.clear()
    try: data = json.loads(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes())
    except Exception as error: raise Refused("a truncated file, or not JSON") from error
    need(isinstance(data, dict) and data.get("format") == 1, "an unknown format")
    key, st = f"{data['id']}.{data['reading']}", data["statement"]
    listed = MANIFEST["statements"].get(key)
    need(listed and path.name.partition(".json")[0] == key, "not a statement of the manifest")
    for field, why in FIELDS.items(): need(digest(st[field]) == listed["fields"][field], f"an altered {why}")
    need(digest(st) == listed["hash"] == data["hash"], "a wrong statement hash")
    found = [judge(st, ev, listed["arguments"]) for ev in data["evidence"]]
    own = [{v for parts, v, _ in found if p in parts} for p in st["conclusions"]]
    need(not any("REFUTED" in o and len(o) > 1 for o in own), "evidence for and against a part")
    need(all(own) or {"REFUTED"} in own, "a part that no evidence covers")
    verdict = min((max(o, key=STRENGTH.index) for o in own if o), key=STRENGTH.index)
    need(verdict == data["verdict"], f"the verdict {data['verdict']}, where the evidence gives {verdict}")
    return verdict, "+".join({e["method"]: 0 for e in data["evidence"]}), sum(r for _, _, r in found)
def attempt(path):
    try: return recheck(path)
    except Exception as e: return "refused", str(e) if isinstance(e, Refused) else f"malformed: {e!r}", 0
def load(source): MANIFEST.update(json.loads(Path(source).read_bytes()))
def main(argv=None):  # the exit code
    args, counts = list(sys.argv[1:] if argv is None else argv), Counter()
    given = args[args.index("--manifest") + 1:][:1] if "--manifest" in args else []
    folder = Path(next((a for a in args if a not in ("--manifest", *given)), "reports/certificates"))
    places = [*map(Path, given), Path(__file__).with_name("manifest.json"), folder.parent / "statements.json"]
    source = next((path for path in places if given or path.exists()), places[-1])
    found = load(source) or sorted(folder.glob("*.json*"))
    with ProcessPoolExecutor(initializer=load, initargs=(source,)) as pool:
        results = (pool.map if len(found) > 8 else map)(attempt, found)
        for path, (verdict, note, readers) in zip(found, results):
            counts.update([verdict] + ["read"] * (readers > 0))
            print(f"{verdict:9} {path.name}: {note}", f"(reader: {readers})" * (readers > 0))
    print(f"{len(found)} certificates, {len(MANIFEST['statements'])} readings: {counts['refused']} refused, "
          f"{counts['read']} rest on steps that a reader has to accept")
    return 5 if not found else 4 if counts["refused"] else 0
if __name__ == "__main__": sys.exit(main())
