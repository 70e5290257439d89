import { needAll } from '../model/literal-need.ts'
import { boundName, MATCH } from '../model/bound.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { ConstraintObject, ConstraintSpec, DocumentSpec } from '../model/rule-spec.ts'
import { conjoinTests } from './conjoin-tests.ts'
import { compileConstraint } from './constraint/compile-constraint.ts'
import { compileDocument, type DocumentCompiler } from './document/compile-document.ts'
import type { ConstraintTest } from './node-compiler.ts'
import { compilerFor, type PlaceCompiler, refuseCode } from './place-compiler.ts'

/**
 * Compiles what is asked of a stretch of text or of a value of a document. Of the keys of a matcher there are `use`, whose named matcher speaks of the text itself,
 * `where` with `$MATCH`, which is the text again and serves named matchers that ask for more than a regex, and `document`, which speaks of what lies below a value.
 */
export function constrainPlace(spec: ConstraintSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  return compileConstraint(spec, path, { report: compiler.report, matcher: (inner, at) => matcherKeys(inner, at, compiler) })
}

/** What a `document` needs of its surroundings in a compiler over documents. */
export function createDocumentCompiler(compiler: PlaceCompiler): DocumentCompiler {
  return {
    language: compiler.dialect.language,
    report: compiler.report,
    compileConstraint: (spec, path) => {
      const constraint = constrainPlace(spec, path, compiler)
      return {
        need: constraint.need,
        test: (context, value, bindings, accept) => constraint.test(context, { kind: 'value', value }, bindings, accept),
      }
    },
  }
}

function matcherKeys(spec: ConstraintObject, path: SpecPath, compiler: PlaceCompiler): ConstraintTest | undefined {
  refuseCode(spec, path, compiler.report)
  const named = spec.use === undefined ? undefined : compiler.shared.get(spec.use)
  const parts = Object.entries(spec.where ?? {}).flatMap(([name, constraint]) =>
    constraint === undefined || boundName(name) !== MATCH ? [] : [constrainPlace(constraint, [...path, 'where', name], compiler)],
  )
  if (named !== undefined) parts.push(constrainPlace(named.spec, named.path, compilerFor(named, compiler)))
  if (spec.document !== undefined) parts.push(constrainBelow(spec.document, [...path, 'document'], compiler))
  if (parts.length === 0) return undefined
  return { need: needAll(parts.map(({ need }) => need)), absent: false, test: conjoinTests(parts.map(({ test }) => test)) }
}

/** What lies below a value. A text has nothing below it. */
function constrainBelow(spec: DocumentSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  const { need, test } = compileDocument(spec, path, createDocumentCompiler(compiler))
  return {
    need,
    absent: false,
    test: (context, bound, bindings, accept) => bound.kind === 'value' && test(context, bound.value, bindings, accept),
  }
}
