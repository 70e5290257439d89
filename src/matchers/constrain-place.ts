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
 * Compiles the constraints on a range of text or a value of a document. Supported keys of matchers: `use` with a named matcher over text, `where`
 * with `$MATCH` (the same text), and `document`, which selects values below.
 */
export function constrainPlace(spec: ConstraintSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  return compileConstraint(spec, path, { report: compiler.report, matcher: (inner, at) => matcherKeys(inner, at, compiler) })
}

/** The dependencies of `document` in a compiler over documents. */
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

/** Values below a value. A text has none. */
function constrainBelow(spec: DocumentSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  const { need, test } = compileDocument(spec, path, createDocumentCompiler(compiler))
  return {
    need,
    absent: false,
    test: (context, bound, bindings, accept) => bound.kind === 'value' && test(context, bound.value, bindings, accept),
  }
}
