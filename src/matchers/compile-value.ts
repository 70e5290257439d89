import type { DocumentNode } from '../model/document.ts'
import type { ValueMatcher } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { compilePlace, type PlaceKind } from './compile-place.ts'
import { createDocumentCompiler } from './constrain-place.ts'
import { compileDocument } from './document/compile-document.ts'
import type { PlaceCompiler } from './place-compiler.ts'

const VALUE: PlaceKind<DocumentNode> = {
  own: (spec, path, compiler) =>
    spec.document === undefined ? [] : [compileDocument(spec.document, [...path, 'document'], createDocumentCompiler(compiler))],
  toBound: (value) => ({ kind: 'value', value }),
}

/** Compiles a matcher over the documents of a configuration file. Each match binds `$MATCH` to a value. */
export function compileValue(spec: MatcherSpec, path: SpecPath, compiler: PlaceCompiler): ValueMatcher {
  return compilePlace(VALUE, spec, path, compiler)
}
