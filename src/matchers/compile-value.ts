import type { DocumentNode } from '../model/document.ts'
import type { ValueMatcher } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { compilePlace, type PlaceKind } from './compile-place.ts'
import { constrainPlace } from './constrain-place.ts'
import { compileDocument, type DocumentCompiler } from './document/compile-document.ts'
import type { PlaceCompiler } from './place-compiler.ts'

const VALUE: PlaceKind<DocumentNode> = {
  own: (spec, path, compiler) =>
    spec.document === undefined ? [] : [compileDocument(spec.document, [...path, 'document'], documentCompiler(compiler))],
  toBound: (value) => ({ kind: 'value', value }),
}

/** Compiles a matcher over the documents of a configuration file. Each way in which it holds binds `$MATCH` to a value. */
export function compileValue(spec: MatcherSpec, path: SpecPath, compiler: PlaceCompiler): ValueMatcher {
  return compilePlace(VALUE, spec, path, compiler)
}

function documentCompiler(compiler: PlaceCompiler): DocumentCompiler {
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
