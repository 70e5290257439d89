import { needAll } from '../model/literal-need.ts'
import { boundName, MATCH } from '../model/bound.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintObject, ConstraintSpec } from '../model/rule-spec.ts'
import { conjoinTests } from './conjoin-tests.ts'
import { compileConstraint } from './constraint/compile-constraint.ts'
import type { ConstraintTest } from './node-compiler.ts'
import { compilerFor, type PlaceCompiler, refuseCode } from './place-compiler.ts'

/**
 * Compiles what is asked of a stretch of text or of a value of a document. Of the keys of a matcher there are `use`, whose named matcher speaks of the text itself,
 * and `where` with `$MATCH`, which is the text again and serves named matchers that ask for more than a regex.
 */
export function constrainPlace(spec: ConstraintSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  return compileConstraint(spec, path, { report: compiler.report, matcher: (inner, at) => matcherKeys(inner, at, compiler) })
}

function matcherKeys(spec: ConstraintObject, path: SpecPath, compiler: PlaceCompiler): ConstraintTest | undefined {
  refuseCode(spec, path, compiler.report)
  const named = spec.use === undefined ? undefined : compiler.shared.get(spec.use)
  const parts = Object.entries(spec.where ?? {}).flatMap(([name, constraint]) =>
    constraint === undefined || boundName(name) !== MATCH ? [] : [constrainPlace(constraint, [...path, 'where', name], compiler)],
  )
  if (named !== undefined) parts.push(constrainPlace(named.spec, named.path, compilerFor(named, compiler)))
  if (parts.length === 0) return undefined
  return { need: needAll(parts.map(({ need }) => need)), absent: false, test: conjoinTests(parts.map(({ test }) => test)) }
}
