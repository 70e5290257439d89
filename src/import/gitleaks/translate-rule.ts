import { compileRegex } from '../../engines/regex/compile-regex.ts'
import type { ConstraintObject, ConstraintSpec, MatcherSpec, RuleSpec } from '../../model/rule-spec.ts'
import type { NoteKeeper } from '../note-keeper.ts'
import { type Plain, textOf, textsOf } from '../plain-value.ts'
import { escapeRegex, type NamedGroups, nameGroups } from '../regex-groups.ts'
import { toTitle } from '../rule-id.ts'
import { allowlistsOf, type GitleaksRule } from './read-config.ts'
import { type Exemption, isRegex, readAllowlist } from './translate-allowlist.ts'

/** Translates a rule of Gitleaks. Undefined if it cannot be imported. */
export function translateRule(rule: GitleaksRule, id: string, shared: readonly Plain[], notes: NoteKeeper): RuleSpec | undefined {
  const { value } = rule
  noteUnused(value, notes)
  const match = translateMatch(rule, shared, notes)
  if (match === undefined) return undefined
  const description = textOf(value['description']) ?? `${toTitle(rule.id)}.`
  const keywords = textsOf(value['keywords']).filter((word) => word !== '')
  return {
    id,
    title: toTitle(rule.id),
    severity: 'high',
    confidence: 'medium',
    category: 'secrets',
    cwe: ['CWE-798'],
    languages: ['text'],
    description: withoutMetavariables(description),
    paths: { tests: true, samples: 'less' },
    ...(keywords.length > 0 && {
      requires: [{ scope: 'file' as const, match: { regex: `(?i)${keywords.map(escapeRegex).join('|')}` } }],
    }),
    match,
  }
}

/** A description with `$NAME` would refer to a metavariable. */
function withoutMetavariables(text: string): string {
  return text.replace(/\$(?=[A-Z_])/g, '')
}

const KNOWN = new Set(['id', 'description', 'regex', 'secretGroup', 'entropy', 'keywords', 'path', 'allowlist', 'allowlists'])

function noteUnused(value: Plain, notes: NoteKeeper): void {
  for (const key of Object.keys(value).filter((each) => !KNOWN.has(each))) {
    if (key === 'tags') notes.add(key, 'key', 'The rule format has no tags. Findings are the same.')
    else if (key === 'required') notes.add(key, 'close', 'Required rules nearby are not tested, so the rule reports more.')
    else if (key === 'skipReport') notes.add(key, 'close', 'The rule is reported, because rules cannot be run without a report.')
    else notes.add(key, 'key', `The key \`${key}\` is not known.`)
  }
}

function translateMatch({ value }: GitleaksRule, shared: readonly Plain[], notes: NoteKeeper): MatcherSpec | undefined {
  const path = textOf(value['path'])
  if (path !== undefined && !isRegex(path, 'path', notes)) return undefined
  const regex = textOf(value['regex'])
  if (regex === undefined && path === undefined) {
    notes.add('', 'rule', 'The rule has neither a regex nor a path.')
    return undefined
  }
  const compiled = compileRegex(regex ?? '^')
  if (compiled.kind === 'fault') {
    notes.add('regex', 'rule', `The regex cannot be compiled: ${compiled.message}.`)
    return undefined
  }
  const named = nameGroups(regex ?? '^', 'S')
  const exemptions = [
    ...allowlistsOf(value).flatMap((list, index) => readAllowlist(list, `allowlists.${index}`, notes) ?? []),
    ...shared.flatMap((list, index) => readAllowlist(list, `(global) allowlists.${index}`, notes) ?? []),
  ]
  const inPath: ConstraintSpec[] = path === undefined ? [] : [{ 'file-path': { regex: path } }]
  return withSecret(named, value, { inPath, exemptions }, notes)
}

interface Tests {
  readonly inPath: readonly ConstraintSpec[]
  readonly exemptions: readonly Exemption[]
}

/** The secret is the group `secretGroup`, the first group that is not empty, or the whole match. */
function withSecret({ source, names }: NamedGroups, value: Plain, tests: Tests, notes: NoteKeeper): MatcherSpec | undefined {
  const group = Number(value['secretGroup'] ?? 0)
  const chosen = names[group - 1]
  if (group > 0 && chosen === undefined) {
    notes.add('secretGroup', 'rule', `The regex has no group ${group}, so Gitleaks reports nothing.`)
    return undefined
  }
  const candidates = chosen === undefined ? names : [chosen]
  const entropy = Number(value['entropy'] ?? 0)
  const testsSecret = entropy > 0 || tests.exemptions.some(({ conditions }) => conditions.some(({ target }) => target === 'secret'))
  if (!testsSecret || candidates.length <= 1) return { regex: source, ...whereOf(candidates[0], entropy, tests) }
  const branches = candidates.map((name, index) => {
    const earlier = candidates.slice(0, index).map((before) => [`$${before}`, { any: [{ absent: true }, { equals: '' }] }])
    const own: MatcherSpec = whereOf(name, entropy, tests)
    return { where: { ...Object.fromEntries(earlier), ...own.where, [`$${name}`]: conjoin(own.where?.[`$${name}`], { regex: '(?s).' }) } }
  })
  return { regex: source, any: branches }
}

function conjoin(first: ConstraintSpec | undefined, second: ConstraintSpec): ConstraintSpec {
  return first === undefined ? second : { all: [first, second] }
}

function whereOf(secret: string | undefined, entropy: number, { inPath, exemptions }: Tests): MatcherSpec {
  const nameOf = (target: 'secret' | 'match'): string => (target === 'match' || secret === undefined ? '$MATCH' : `$${secret}`)
  const found = new Map<string, ConstraintSpec[]>()
  const add = (name: string, constraint: ConstraintSpec): void => void found.set(name, [...(found.get(name) ?? []), constraint])
  for (const each of inPath) add('$MATCH', each)
  // Gitleaks reports a secret only if its entropy is above the limit, and `entropy` is a minimum.
  if (entropy > 0) add(nameOf('secret'), { entropy: entropy + 1e-6 })
  const together: MatcherSpec[] = []
  for (const exemption of exemptions) {
    if (exemption.together && exemption.conditions.length > 1) together.push(allOf(exemption, nameOf))
    else for (const { target, constraint } of exemption.conditions) add(nameOf(target), { not: constraint })
  }
  const where = Object.fromEntries([...found].map(([name, all]) => [name, all.length === 1 && all[0] !== undefined ? all[0] : mergeAll(all)]))
  return {
    ...(found.size > 0 && { where }),
    ...(together.length > 0 && { not: together.length === 1 && together[0] !== undefined ? together[0] : { any: together } }),
  }
}

function mergeAll(constraints: readonly ConstraintSpec[]): ConstraintObject {
  return { all: [...constraints] }
}

function allOf({ conditions }: Exemption, nameOf: (target: 'secret' | 'match') => string): MatcherSpec {
  return { all: conditions.map(({ target, constraint }) => ({ where: { [nameOf(target)]: constraint } })) }
}
