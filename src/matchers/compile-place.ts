import type { Bound } from '../model/bindings.ts'
import { isForLanguage } from '../model/language.ts'
import { ANYTHING, needAll, needSome, NOTHING } from '../model/literal-need.ts'
import type { MatchContext, Matcher } from '../model/matcher.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { bind, boundName, lookup, MATCH } from '../model/bound.ts'
import { compileFiles } from './compile-files.ts'
import { conjoinTests } from './conjoin-tests.ts'
import { constrainPlace } from './constrain-place.ts'
import { compilerFor, type PlaceCompiler } from './place-compiler.ts'
import { conjoinWhere } from './conjoin-where.ts'

type PlaceMatcher<Place> = Matcher<MatchContext, Place>

/** A subject without syntax: the text of a file, or a value of a document. */
export interface PlaceKind<Place> {
  /** Compiles the keys that only this kind of subject has. */
  own(spec: MatcherSpec, path: SpecPath, compiler: PlaceCompiler): readonly PlaceMatcher<Place>[]
  /** Converts the subject for use in constraints. */
  toBound(place: Place): Bound
}

/** Compiles a matcher over such subjects: its own keys and the combining ones. */
export function compilePlace<Place>(kind: PlaceKind<Place>, spec: MatcherSpec, path: SpecPath, compiler: PlaceCompiler): PlaceMatcher<Place> {
  const never: PlaceMatcher<Place> = { need: NOTHING, test: () => false }
  if (!isForLanguage(spec.languages, compiler.dialect.language)) return never
  const within = (part: MatcherSpec, ...keys: (string | number)[]): PlaceMatcher<Place> => compilePlace(kind, part, [...path, ...keys], compiler)
  const parts = [...kind.own(spec, path, compiler)]
  if (spec.files !== undefined) parts.push({ need: ANYTHING, test: compileFiles(spec.files, [...path, 'files'], compiler.report) })
  parts.push(...(spec.all ?? []).map((part, index) => within(part, 'all', index)))
  if (spec.any !== undefined) parts.push(anyOf(spec.any.map((part, index) => within(part, 'any', index))))
  const named = spec.use === undefined ? undefined : compiler.shared.get(spec.use)
  if (named !== undefined) parts.push(compilePlace(kind, named.spec, named.path, compilerFor(named, compiler)))
  if (spec.where !== undefined) parts.push(compileWhere(kind, spec.where, [...path, 'where'], compiler))
  if (spec.not !== undefined) parts.push(negate(within(spec.not, 'not')))
  if (spec.focus !== undefined) parts.push(refocus(spec.focus))
  return parts.length === 0 ? never : conjoin(parts)
}

function conjoin<Place>(parts: readonly PlaceMatcher<Place>[]): PlaceMatcher<Place> {
  return { need: needAll(parts.map((part) => part.need)), test: conjoinTests(parts.map(({ test }) => test)) }
}

function anyOf<Place>(parts: readonly PlaceMatcher<Place>[]): PlaceMatcher<Place> {
  return {
    need: needSome(parts.map((part) => part.need)),
    test: (context, place, bindings, accept) => parts.some((part) => part.test(context, place, bindings, accept)),
  }
}

function negate<Place>(inner: PlaceMatcher<Place>): PlaceMatcher<Place> {
  return { need: ANYTHING, test: (context, place, bindings, accept) => !inner.test(context, place, bindings, () => true) && accept(bindings) }
}

function compileWhere<Place>(
  kind: PlaceKind<Place>,
  spec: NonNullable<MatcherSpec['where']>,
  path: SpecPath,
  compiler: PlaceCompiler,
): PlaceMatcher<Place> {
  const constraints = Object.entries(spec).flatMap(([name, constraint]) =>
    constraint === undefined ? [] : [[boundName(name), constrainPlace(constraint, [...path, name], compiler)] as const],
  )
  const test = conjoinWhere(constraints)
  return {
    need: needAll(constraints.filter(([, constraint]) => !constraint.absent).map(([, constraint]) => constraint.need)),
    test: (context, place, bindings, accept) => test(context, lookup(bindings, MATCH) ?? kind.toBound(place), bindings, accept),
  }
}

function refocus<Place>(written: string): PlaceMatcher<Place> {
  const name = boundName(written)
  return {
    need: ANYTHING,
    test: (_context, _place, bindings, accept) => {
      const bound = lookup(bindings, name)
      return accept(bound === undefined ? bindings : bind(bindings, MATCH, bound))
    },
  }
}
