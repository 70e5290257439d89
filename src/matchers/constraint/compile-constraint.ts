import { ANYTHING, needAll, needSome, NOTHING } from '../../model/literal-need.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ConstraintObject, ConstraintSpec, DocumentSpec } from '../../model/rule-spec.ts'
import { conjoinTests } from '../conjoin-tests.ts'
import type { CompileFault, ConstraintTest } from '../node-compiler.ts'
import { fewest, unite } from '../node-matchers.ts'
import { compileProperties } from './compile-properties.ts'
import { compileReference } from './compile-reference.ts'
import { compileScalars } from './compile-scalars.ts'
import { compileSuperlinear } from './compile-superlinear.ts'
import { compileSymbol } from './compile-symbol.ts'
import { compileBase64, compileChecksum, compileEntropy, compileRarity, compileRegexTest } from './compile-text-tests.ts'
import { compileFilePath, compileLine, compileSourceText, compileWithin } from './compile-text-views.ts'
import { compileComparison, compileConstant, compileType } from './compile-value-tests.ts'

/** The dependencies of compiling constraints. */
export interface ConstraintCompiler {
  report(fault: CompileFault): void
  /** Compiles the matcher keys of a constraint (`pattern`, `call`, `has`, `document`, …) for the bound value. Undefined if there are none. */
  matcher(spec: ConstraintObject, path: SpecPath): ConstraintTest | undefined
  /** Compiles `within` with a `document`. Absent for values of code, which are in no document. */
  withinDocument?(spec: DocumentSpec, path: SpecPath): ConstraintTest
}

const NEVER: ConstraintTest = { need: NOTHING, absent: false, test: () => false }

/** Compiles the constraints of `where`, `arguments`, `keyword` and `document`. A scalar means equality, a list membership. */
export function compileConstraint(spec: ConstraintSpec, path: SpecPath, compiler: ConstraintCompiler): ConstraintTest {
  if (spec === null || typeof spec !== 'object') return compileScalars([spec])
  if (Array.isArray(spec)) return compileScalars(spec)
  const parts = [...compileOwn(spec, path, compiler), ...compileInner(spec, path, compiler)].filter((part) => part !== undefined)
  if (spec.absent === true) return { need: parts.length === 0 ? ANYTHING : NOTHING, absent: parts.length === 0, test: () => false }
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return { ...only, absent: spec.absent === undefined && only.absent }
  return {
    need: needAll(parts.map((part) => part.need)),
    absent: spec.absent === undefined && parts.length > 0 && parts.every((part) => part.absent),
    names: fewest(parts.map((part) => part.names)),
    test: conjoinTests(parts.map(({ test }) => test)),
  }
}

type Parts = readonly (ConstraintTest | undefined)[]

/** The tests of simple keys, cheapest first. */
function compileOwn(spec: ConstraintObject, path: SpecPath, { report }: ConstraintCompiler): Parts {
  return [
    spec.equals === undefined ? undefined : compileScalars([spec.equals]),
    spec.in === undefined ? undefined : compileScalars(spec.in),
    spec.constant === undefined ? undefined : compileConstant(spec.constant),
    spec.comparison === undefined ? undefined : compileComparison(spec.comparison),
    spec.type === undefined ? undefined : compileType(spec.type),
    spec.symbol === undefined ? undefined : compileSymbol(spec.symbol, [...path, 'symbol'], report),
    spec.regex === undefined ? undefined : compileRegexTest(spec.regex, [...path, 'regex'], report),
    typeof spec.within === 'string' ? compileWithin(spec.within, [...path, 'within'], report) : undefined,
    spec.entropy === undefined ? undefined : compileEntropy(spec.entropy),
    spec.rarity === undefined ? undefined : compileRarity(spec.rarity),
    spec.checksum === undefined ? undefined : compileChecksum(spec.checksum),
    spec.superlinear === undefined ? undefined : compileSuperlinear(spec.superlinear),
  ]
}

/** The tests of keys with nested constraints and matchers. */
function compileInner(spec: ConstraintObject, path: SpecPath, compiler: ConstraintCompiler): Parts {
  const within = (part: ConstraintSpec, ...keys: (string | number)[]): ConstraintTest => compileConstraint(part, [...path, ...keys], compiler)
  const properties = Object.entries(spec.properties ?? {}).flatMap(([name, part]) =>
    part === undefined ? [] : [[name, within(part, 'properties', name)] as const],
  )
  const refersTo = spec['refers-to']
  return [
    spec.base64 === undefined ? undefined : compileBase64(within(spec.base64, 'base64')),
    spec['source-text'] === undefined ? undefined : compileSourceText(within(spec['source-text'], 'source-text')),
    refersTo === undefined ? undefined : compileReference(within(refersTo.value, 'refers-to', 'value'), refersTo.reference),
    spec.line === undefined ? undefined : compileLine(within(spec.line, 'line')),
    spec['file-path'] === undefined ? undefined : compileFilePath(within(spec['file-path'], 'file-path')),
    spec.properties === undefined ? undefined : compileProperties(properties),
    compiler.matcher(spec, path),
    typeof spec.within === 'object' ? (compiler.withinDocument?.(spec.within.document, [...path, 'within', 'document']) ?? NEVER) : undefined,
    ...(spec.all ?? []).map((part, index) => within(part, 'all', index)),
    spec.any === undefined ? undefined : anyOf(spec.any.map((part, index) => within(part, 'any', index))),
    spec.not === undefined ? undefined : negate(within(spec.not, 'not')),
  ]
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
