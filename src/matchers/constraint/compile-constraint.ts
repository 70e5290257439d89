import { compileRegex } from '../../engines/regex/compile-regex.ts'
import type { Bindings, Bound } from '../../model/bindings.ts'
import { ANYTHING, type LiteralNeed, needAll, needSome, NOTHING } from '../../model/literal-need.ts'
import type { Accept, MatchContext, NodeContext } from '../../model/matcher.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ConstraintObject, ConstraintSpec } from '../../model/rule-spec.ts'
import type { Scalar } from '../../model/scalar.ts'
import type { Symbols } from '../../model/symbols.ts'
import { decodeBase64 } from '../../text/base64.ts'
import { hasChecksum } from '../../text/checksum.ts'
import { shannonEntropy } from '../../text/entropy.ts'
import { bind, boundConstant, boundText, hasTree } from '../../model/bound.ts'
import type { CompileFault, ConstraintTest } from '../node-compiler.ts'
import { fewest, unite } from '../node-matchers.ts'
import { compileName, compileNames, keysOf } from '../resolved-name.ts'
import { compileProperties } from './compile-properties.ts'
import { rememberTexts } from '../remember-texts.ts'
import { parseComparison } from './parse-comparison.ts'

/** What constraints may ask for while they are compiled. */
export interface ConstraintCompiler {
  report(fault: CompileFault): void
  /** Compiles the matcher keys of a constraint (`pattern`, `call`, `has`, `document`, …) for what the metavariable stands for; undefined when there are none. */
  matcher(spec: ConstraintObject, path: SpecPath): ConstraintTest | undefined
}

type Test = ConstraintTest['test']

/** Reading 2 to the power of this many characters costs a step: code within code within code is read again at each level. */
const TEXT_STEPS = 4

/** Compiles what `where`, `arguments`, `keyword` and `document` say of a value. A scalar means equality, a list membership. */
export function compileConstraint(spec: ConstraintSpec, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest {
  if (spec === null || typeof spec !== 'object') return simple((context, bound) => equalsScalar(context, bound, spec), needOfScalars([spec]))
  if (Array.isArray(spec)) return simple((context, bound) => spec.some((item) => equalsScalar(context, bound, item)), needOfScalars(spec))
  const parts = compileParts(spec, path, compiler)
  if (spec.absent === true) return { need: parts.length === 0 ? ANYTHING : NOTHING, absent: parts.length === 0, test: () => false }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return { ...only, absent: spec.absent === undefined && only.absent }
  return {
    need: needAll(parts.map((part) => part.need)),
    absent: spec.absent === undefined && parts.length > 0 && parts.every((part) => part.absent),
    names: fewest(parts.map((part) => part.names)),
    test: (context, bound, bindings, accept) => testAll(parts, 0, context, bound, bindings, accept),
  }
}

function testAll(parts: readonly ConstraintTest[], index: number, context: MatchContext, bound: Bound, bindings: Bindings, accept: Accept): boolean {
  const part = parts[index]
  return part === undefined
    ? accept(bindings)
    : part.test(context, bound, bindings, (next) => testAll(parts, index + 1, context, bound, next, accept))
}

/** A test that binds nothing. */
function simple(holds: (context: MatchContext, bound: Bound) => boolean, need: LiteralNeed = ANYTHING): ConstraintTest {
  const test: Test = (context, bound, bindings, accept) => holds(context, bound) && accept(bindings)
  return { need, absent: false, test }
}

function compileParts(spec: ConstraintObject, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest[] {
  const parts: (ConstraintTest | undefined)[] = [
    spec.equals === undefined ? undefined : compileConstraint(spec.equals, [...path, 'equals'], compiler),
    spec.in === undefined ? undefined : compileConstraint(spec.in, [...path, 'in'], compiler),
    spec.constant === undefined ? undefined : simple((context, bound) => isConstant(context, bound) === spec.constant),
    compileComparison(spec),
    spec.type === undefined ? undefined : compileType(spec.type),
    compileSymbol(spec, path, compiler),
    compileRegexPart(spec, path, compiler),
    spec.entropy === undefined ? undefined : compileEntropy(spec.entropy),
    compileChecksum(spec),
    compileBase64(spec, path, compiler),
    spec.properties === undefined
      ? undefined
      : compileProperties(
          Object.entries(spec.properties).flatMap(([name, part]) =>
            part === undefined ? [] : [[name, compileConstraint(part, [...path, 'properties', name], compiler)] as const],
          ),
        ),
    compiler.matcher(spec, path),
    ...(spec.all ?? []).map((part, index) => compileConstraint(part, [...path, 'all', index], compiler)),
    spec.any === undefined ? undefined : anyOf(spec.any.map((part, index) => compileConstraint(part, [...path, 'any', index], compiler))),
    spec.not === undefined ? undefined : negate(compileConstraint(spec.not, [...path, 'not'], compiler)),
  ]
  return parts.filter((part) => part !== undefined)
}

function anyOf(branches: readonly ConstraintTest[]): ConstraintTest {
  return {
    need: needSome(branches.map((branch) => branch.need)),
    absent: branches.some((branch) => branch.absent),
    names: branches.map((branch) => branch.names).reduce(unite, new Set<string>()),
    test: (context, bound, bindings, accept) => branches.some((branch) => branch.test(context, bound, bindings, accept)),
  }
}

function negate(inner: ConstraintTest): ConstraintTest {
  return {
    need: ANYTHING,
    absent: false,
    test: (context, bound, bindings, accept) => !inner.test(context, bound, bindings, () => true) && accept(bindings),
  }
}

/** Constants compare by value; names of functions, members and declarations, which have none, by their text. */
function equalsScalar(context: MatchContext, bound: Bound, wanted: Scalar): boolean {
  const value = boundConstant(context, bound)
  if (value !== undefined) return value === wanted || (bound.kind !== 'node' && typeof value !== 'object' && String(value) === wanted)
  if (typeof wanted !== 'string' || bound.kind === 'value') return false
  if (bound.kind === 'node' && hasTree(context) && !namesSomething(context, bound.node)) return false
  return boundText(context, bound) === wanted
}

/** Whether the node is a name and not a value: `f` in `f(x)`, `x.f` and `function f`. */
function namesSomething({ tree, syntax, symbols, file }: NodeContext, node: number): boolean {
  if (!syntax.pattern.identifierTypes.has(tree.type[node])) return false
  if (symbols.nameOf(node) === undefined || symbols.declarationOf(node) === node || symbols.isTarget(node)) return true
  const parent = tree.parent[node]
  return parent >= 0 && (syntax.pattern.nameTypes.has(tree.type[parent]) || syntax.callAt(tree, file.text, parent)?.callee === node)
}

/** What code computes need not stand in it, so scalars ask for nothing. */
function needOfScalars(_scalars: readonly Scalar[]): LiteralNeed {
  return ANYTHING
}

function isConstant(context: MatchContext, bound: Bound): boolean {
  if (bound.kind === 'node' && hasTree(context)) return context.symbols.isConstant(bound.node)
  if (bound.kind === 'nodes' && hasTree(context)) return bound.nodes.every((node) => context.symbols.isConstant(node))
  return bound.kind !== 'value' || bound.value.kind !== 'scalar' || bound.value.computed !== true
}

function compileComparison(spec: ConstraintObject): ConstraintTest | undefined {
  if (spec.comparison === undefined) return undefined
  const written = typeof spec.comparison === 'string' ? [spec.comparison] : spec.comparison
  // What is no comparison the loader has refused.
  const comparisons = written.map((text) => parseComparison(text) ?? (() => false))
  return simple((context, bound) => {
    const value = boundConstant(context, bound)
    const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return !Number.isNaN(number) && comparisons.every((holds) => holds(number))
  })
}

function compileType(wanted: string | readonly string[]): ConstraintTest {
  const types = new Set(typeof wanted === 'string' ? [wanted] : wanted)
  return simple((context, bound) => {
    const [node, second] = bound.kind === 'node' ? [bound.node] : bound.kind === 'nodes' ? bound.nodes : []
    if (bound.kind === 'node' || bound.kind === 'nodes')
      return node !== undefined && second === undefined && hasTree(context) && types.has(context.symbols.typeOf(node) ?? '')
    if (bound.kind !== 'value') return types.has('string')
    const { value } = bound
    return types.has(value.kind !== 'scalar' ? value.kind : value.value === null ? 'null' : typeof value.value)
  })
}

function compileSymbol(spec: ConstraintObject, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest | undefined {
  if (spec.symbol === undefined) return undefined
  const written = typeof spec.symbol === 'string' ? [spec.symbol] : spec.symbol
  const patterns = written.flatMap((name, index) => {
    const pattern = compileName(name)
    if (pattern !== undefined) return [pattern]
    compiler.report({
      code: 'call/malformed-name',
      message: `\`${name}\` is not a resolved name.`,
      hint: 'write segments joined by dots, such as `hashlib.md5` or `express().*`; `*` is any segment, and metavariables are for `pattern`',
      path: typeof spec.symbol === 'string' ? [...path, 'symbol'] : [...path, 'symbol', index],
    })
    return []
  })
  const isNamed = compileNames(patterns)
  const names = keysOf(patterns)
  const endsRight = endTest(names)
  const test = simple(
    (context, bound) => {
      if (bound.kind !== 'node' || !hasTree(context) || !endsRight(context.symbols, bound.node)) return false
      const name = context.symbols.nameOf(bound.node)
      return name !== undefined && isNamed(name)
    },
    needSome(patterns.map((pattern) => pattern.need)),
  )
  return { ...test, names }
}

/** Whether a name may be one of those with these keys, by its last segment: most are not, and the whole name takes longer to tell. */
function endTest(names: ReadonlySet<string> | undefined): (symbols: Symbols, node: number) => boolean {
  if (names === undefined || [...names].some((name) => name.endsWith('.'))) return () => true
  return (symbols, node) => names.has(symbols.lastNameOf(node) ?? '')
}

/** Over the value of a constant, otherwise over the source text. Named groups of a match in the file's own text become metavariables. */
function compileRegexPart(spec: ConstraintObject, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest | undefined {
  if (spec.regex === undefined) return undefined
  const regex = compileRegex(spec.regex)
  if (regex.kind !== 'regex') {
    compiler.report({
      code: 'regex/syntax',
      message: regex.message,
      ...(regex.hint === undefined ? {} : { hint: regex.hint }),
      path: [...path, 'regex'],
      offset: regex.offset,
    })
    return undefined
  }
  const holds = rememberTexts((text) => regex.test(text))
  const test: Test = (context, bound, bindings, accept) => {
    const value = boundConstant(context, bound)
    const text = value === undefined ? boundText(context, bound) : String(value)
    context.spend(text.length >> TEXT_STEPS)
    if (regex.groupNames.length === 0 || bound.kind !== 'text') return holds(text) && accept(bindings)
    const match = regex.find(text, 0)
    if (match === undefined) return false
    return accept(
      match.groups.reduce<Bindings>(
        (known, { name, start, end }) => bind(known, `$${name}`, { kind: 'text', start: bound.start + start, end: bound.start + end }),
        bindings,
      ),
    )
  }
  return { need: ANYTHING, absent: false, test }
}

function compileEntropy(least: number): ConstraintTest {
  return simple((context, bound) => {
    const value = boundConstant(context, bound)
    const text = value === undefined ? boundText(context, bound) : String(value)
    context.spend(text.length >> TEXT_STEPS)
    return shannonEntropy(text) >= least
  })
}

function compileChecksum(spec: ConstraintObject): ConstraintTest | undefined {
  const { checksum } = spec
  return checksum === undefined
    ? undefined
    : simple((context, bound) => hasChecksum(checksum, String(boundConstant(context, bound) ?? boundText(context, bound))))
}

function compileBase64(spec: ConstraintObject, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest | undefined {
  if (spec.base64 === undefined) return undefined
  const inner = compileConstraint(spec.base64, [...path, 'base64'], compiler)
  return simple((context, bound) => {
    const decoded = decodeBase64(String(boundConstant(context, bound) ?? boundText(context, bound)))
    if (decoded === undefined) return false
    return inner.test(context, { kind: 'key', text: decoded, start: 0, end: 0 }, undefined, () => true)
  })
}
