import { needAll } from '../model/literal-need.ts'
import type { Bindings } from '../model/bindings.ts'
import { bind, boundName, boundSpan, lookup, MATCH } from '../model/bound.ts'
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
  return compileConstraint(spec, path, {
    report: compiler.report,
    matcher: (inner, at) => matcherKeys(inner, at, compiler),
    withinDocument: (inner, at) => constrainAround(inner, at, compiler),
  })
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

/** `within` with a `document`: a value of the file's documents contains the range or value. Its metavariables are bound. */
function constrainAround(spec: DocumentSpec, path: SpecPath, compiler: PlaceCompiler): ConstraintTest {
  const { need, test } = compileDocument(spec, path, createDocumentCompiler(compiler))
  return {
    need,
    absent: false,
    test: (context, bound, bindings, accept) => {
      const inner = boundSpan(context, bound)
      if (inner === undefined) return false
      const found = lookup(bindings, MATCH)
      const outside = withoutMatch(bindings)
      return (context.file.document()?.documents ?? []).some((root) =>
        test(context, root, outside, (solution) => {
          const around = lookup(solution, MATCH)
          const outer = around === undefined ? undefined : boundSpan(context, around)
          if (outer === undefined || outer.start > inner.start || outer.end < inner.end) return false
          return accept(found === undefined ? withoutMatch(solution) : bind(solution, MATCH, found))
        }),
      )
    },
  }
}

/** The bindings without `$MATCH`, so that a matcher binds it again. */
function withoutMatch(bindings: Bindings): Bindings {
  if (bindings === undefined) return undefined
  const rest = withoutMatch(bindings.rest)
  return bindings.name === MATCH ? rest : { ...bindings, rest }
}
