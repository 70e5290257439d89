import type { Bindings } from '../../model/bindings.ts'
import { bind, lookup, MATCH } from '../../model/bound.ts'
import type { DocumentNode } from '../../model/document.ts'
import type { LanguageId } from '../../model/language.ts'
import type { MatchContext, ValueMatcher } from '../../model/matcher.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ConstraintObject, DocumentSpec } from '../../model/rule-spec.ts'
import { conjoinTests } from '../conjoin-tests.ts'
import type { CompileFault } from '../node-compiler.ts'
import { parsePath } from './parse-path.ts'
import { needPath } from './need-path.ts'
import type { PathSegment } from './path-segment.ts'
import { selectAbsent, splitPath } from './select-absent.ts'
import { type BoundKey, selectValues } from './select-values.ts'

/** The dependencies of compiling a `document` matcher. */
export interface DocumentCompiler {
  /** The language of the files that the rule is compiled for. */
  readonly language: LanguageId
  /** Compiles the constraint keys of a spec: all but `path`, `document` and `absent` beside a `path`. Values that are `computed` are for it to judge. */
  compileConstraint(spec: ConstraintObject, path: SpecPath): ValueMatcher
  report(fault: CompileFault): void
}

/**
 * Compiles a `document` matcher. It starts at a document's root, or at the value of the enclosing `document`. Each value at its path that satisfies
 * every constraint and nested `document` is a solution. Binds the `$NAME`s of the path, and `$MATCH` to the value unless it is bound. `path` is the
 * location of the spec. A malformed spec is reported and never holds.
 */
export function compileDocument(spec: DocumentSpec, path: SpecPath, compiler: DocumentCompiler): ValueMatcher {
  const { path: pathText, document, absent, ...constraint } = spec
  const tests = compileTests(constraint, document, path, compiler)
  const parsed = parsePath(pathText)
  if (parsed.kind === 'fault') {
    const { message, hint, offset } = parsed
    compiler.report({ code: 'document/path', message: `The path \`${pathText}\` cannot be read: ${message}`, hint, path: [...path, 'path'], offset })
    return NEVER
  }
  if (absent === true && tests.length > 0) {
    compiler.report({ code: 'document/absent-value', message: ABSENT_VALUE, hint: ABSENT_HINT, path: [...path, 'absent'], offset: 0 })
    return NEVER
  }
  const present = absent === true ? splitPath(parsed.segments).head : parsed.segments
  return {
    need: { kind: 'all', of: [needPath(present, compiler.language), ...tests.map(({ need }) => need)] },
    test: createTest(parsed.segments, absent === true, tests),
  }
}

const ABSENT_VALUE = '`absent: true` cannot be combined with constraints on the value.'
const ABSENT_HINT = 'remove the constraints, or put them into a `document` of the enclosing value'
const NEVER: ValueMatcher = { need: { kind: 'nothing' }, test: () => false }

function compileTests(constraint: ConstraintObject, document: DocumentSpec['document'], path: SpecPath, compiler: DocumentCompiler): ValueMatcher[] {
  const own = Object.keys(constraint).length > 0 ? [compiler.compileConstraint(constraint, path)] : []
  if (document === undefined) return own
  const nested = Array.isArray(document)
    ? document.map((spec, index) => compileDocument(spec, [...path, 'document', index], compiler))
    : [compileDocument(document, [...path, 'document'], compiler)]
  return [...own, ...nested]
}

function createTest(segments: readonly PathSegment[], absent: boolean, tests: readonly ValueMatcher[]): ValueMatcher['test'] {
  const select = absent ? selectAbsent : selectValues
  const satisfies = conjoinTests(tests.map(({ test }) => test))
  return (context, root, bindings, accept) => {
    for (const { value, keys } of select(root, segments, (steps) => context.spend(steps))) {
      const bound = bindKeys(context, bindings, keys)
      if (bound.holds && satisfies(context, value, bindMatch(bound.bindings, value), accept)) return true
    }
    return false
  }
}

function bindMatch(bindings: Bindings, value: DocumentNode): Bindings {
  return lookup(bindings, MATCH) === undefined ? bind(bindings, MATCH, { kind: 'value', value }) : bindings
}

/** A name that is already bound must have the same text. */
function bindKeys(context: MatchContext, bindings: Bindings, keys: BoundKey | undefined): { readonly holds: boolean; readonly bindings: Bindings } {
  if (keys === undefined) return { holds: true, bindings }
  const before = bindKeys(context, bindings, keys.rest)
  if (!before.holds) return before
  const { name, text, start, end } = keys
  const known = lookup(before.bindings, name)
  if (known !== undefined) return { holds: textOf(context, known) === text, bindings: before.bindings }
  return { holds: true, bindings: bind(before.bindings, name, { kind: 'key', text, start, end }) }
}

function textOf(context: MatchContext, bound: NonNullable<Bindings>['bound']): string | undefined {
  if (bound.kind === 'key') return bound.text
  if (bound.kind === 'text') return context.file.text.slice(bound.start, bound.end)
  return bound.kind === 'value' && bound.value.kind === 'scalar' ? String(bound.value.value) : undefined
}
