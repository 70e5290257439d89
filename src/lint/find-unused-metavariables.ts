import type { Diagnostic } from '../model/diagnostic.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { RuleSpec } from '../model/rule-spec.ts'
import { boundByTexts, findMetavariables } from '../pack/metavariables.ts'
import type { AnyMatcher } from '../pack/matcher-tree.ts'
import { reportAt } from '../pack/spec-file.ts'
import type { WrittenRule } from './read-rules.ts'
import { walkMatchers } from './walk-matchers.ts'

/** A place where a matcher binds a metavariable. */
interface Binding {
  readonly name: string
  readonly path: SpecPath
  /** The key of the matcher whose text binds it. */
  readonly key: 'pattern' | 'query' | 'regex'
  readonly text: string
}

/** Keys between which only one side holds at a time, so that two equal metavariables do not constrain each other. */
const SEPARATE: ReadonlySet<string | number> = new Set(['any', 'sources', 'sinks', 'sanitizers', 'propagators', 'taint', 'weaker', 'requires'])

/** Metavariables that a rule binds and uses nowhere, and metavariables in texts that are not replaced by code. */
export function findUnusedMetavariables({ spec, positions }: WrittenRule): readonly Diagnostic[] {
  const bindings = walkMatchers(spec).flatMap(({ matcher, path }) => listBindings(matcher, path))
  const used = listUses(spec)
  const unused = bindings.filter(
    ({ name, path, key, text }) =>
      !used.has(name) && !isRepeated(name, key, text) && !bindings.some((other) => other.name === name && constrainEachOther(path, other.path)),
  )
  return [
    ...unused.map(({ name, path, key, text }) =>
      reportAt(
        positions,
        [...path, key],
        { code: 'lint/unused-metavariable', message: `\`${name}\` is bound and never used.`, hint: HINTS[key] },
        key === 'pattern' ? findMetavariables(text).find((use) => use.name === name)?.offset : undefined,
      ),
    ),
    ...findLiteralTexts(spec).flatMap(({ path, text }) =>
      // Other names with a dollar sign are variables of a shell or a settings file.
      findMetavariables(text)
        .filter(({ name }) => bindings.some((binding) => binding.name === name))
        .map(({ name, offset }) => {
          const message = `\`${name}\` is not replaced by code in this text.`
          const hint = 'metavariables belong into `message`, or into `description` if there is no `message`'
          return reportAt(positions, path, { code: 'lint/literal-metavariable', message, hint }, offset)
        }),
    ),
  ]
}

const HINTS: Readonly<Record<Binding['key'], string>> = {
  pattern: 'write `$_` for one node, or `...` for any number of them',
  query: 'remove the capture, or begin its name with `_`',
  regex: 'write a group without a name: `(?:…)`',
}

function listBindings(matcher: AnyMatcher, path: SpecPath): readonly Binding[] {
  return (['pattern', 'query', 'regex'] as const).flatMap((key) => {
    const text = matcher[key]
    if (text === undefined) return []
    return [...new Set(boundByTexts({ [key]: text }))].filter((name) => name !== '$MATCH').map((name) => ({ name, path, key, text }))
  })
}

/** In a pattern, the same metavariable twice requires equal code. In a query, predicates use captures. */
function isRepeated(name: string, key: Binding['key'], text: string): boolean {
  if (key === 'pattern') return findMetavariables(text).filter((use) => use.name === name).length > 1
  return (
    key === 'query' &&
    [...text.matchAll(/@([\w.!?-]+)/g)].filter(([, capture = '']) => `$${capture.toUpperCase().replaceAll(/\W/g, '_')}` === name).length > 1
  )
}

function constrainEachOther(left: SpecPath, right: SpecPath): boolean {
  const at = left.findIndex((key, index) => key !== right[index])
  if (at < 0) return left.length < right.length
  const [parent] = left.slice(at - 1, at)
  return right.length <= at || parent === undefined || !SEPARATE.has(parent)
}

/** Names in all texts and keys that read metavariables. */
function listUses(spec: RuleSpec): ReadonlySet<string> {
  const { message, description, autofix } = spec
  const texts = [
    message ?? description,
    spec['one-cause'] ?? '',
    autofix?.replace ?? '',
    ...(autofix?.edits ?? []).flatMap(({ at, text }) => [at, text]),
  ]
  const inMatchers = walkMatchers(spec).flatMap(({ matcher }) => {
    const { focus, from, to, where } = matcher
    const mate = 'with' in matcher && typeof matcher.with === 'string' ? matcher.with : undefined
    return [focus, from, to, mate, ...Object.keys(where ?? {})].flatMap((text) => text ?? [])
  })
  // A path with a name that is bound elsewhere requires a key with its text.
  return new Set([...texts, ...inMatchers, ...listDocumentPaths(spec)].flatMap((text) => findMetavariables(text)).map(({ name }) => name))
}

function listDocumentPaths(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listDocumentPaths)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'path' && typeof inner === 'string' ? [inner] : listDocumentPaths(inner)))
}

function findLiteralTexts({ title, fix, message, description }: RuleSpec): readonly { readonly path: SpecPath; readonly text: string }[] {
  return [
    { path: ['title'], text: title },
    ...(fix === undefined ? [] : [{ path: ['fix'], text: fix }]),
    ...(message === undefined ? [] : [{ path: ['description'], text: description }]),
  ]
}
