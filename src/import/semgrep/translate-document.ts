import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { fromPcre, nameGroups } from '../regex-groups.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'
import { joinParts } from './join-parts.ts'
import { readHclPattern } from './read-hcl-pattern.ts'
import { readYamlPattern } from './read-yaml-pattern.ts'
import { translateConditions } from './translate-conditions.ts'
import { writeDocument, type WrittenDocument } from './write-document.ts'

/** A matcher that is not focused yet: tests of `$MATCH` need the whole value. */
interface Found {
  readonly spec: MatcherSpec
  readonly place: string | undefined
}

/** Translates a formula over configuration files. */
export function translateDocument(formula: Formula, context: FormulaContext): MatcherSpec | undefined {
  if (formula.kind === 'any') {
    const branches = formula.parts.flatMap((part) => translateDocument(part, context) ?? [])
    return branches.length > 1 ? { any: branches } : branches[0]
  }
  if (formula.kind === 'all') return translateAll(formula, context)
  const found = find(formula, context)
  return found === undefined ? undefined : joinParts([found.spec], [], found.place)
}

function find(formula: Formula, context: FormulaContext): Found | undefined {
  if (formula.kind === 'pattern') {
    const written = readPattern(formula, context)
    return written === undefined ? undefined : { spec: toMatcher(written), place: written.place }
  }
  if (formula.kind === 'regex') {
    const regex = fromPcre(formula.text)
    if ('reason' in regex) return refuse(formula.key, regex.reason, context)
    if (regex.change !== undefined) context.notes.add(formula.key, 'close', regex.change)
    return { spec: { regex: `(?m)${nameGroups(regex.source, 'G').source}` }, place: undefined }
  }
  return refuse(formula.key, 'This operator needs a positive pattern beside it.', context)
}

function readPattern({ text, key }: Extract<Formula, { kind: 'pattern' }>, context: FormulaContext): WrittenDocument | undefined {
  const read = context.languages.includes('hcl') ? readHclPattern(text) : readYamlPattern(text)
  if ('reason' in read) return refuse(key, read.reason, context)
  const noteExact = (): void => context.notes.add(key, 'close', 'A map of the pattern also matches maps with further keys.')
  return writeDocument(read.pattern, read.isPair, { fresh: (prefix) => context.fresh(prefix), noteExact })
}

function toMatcher({ document, keys }: WrittenDocument): MatcherSpec {
  return Object.keys(keys).length === 0 ? { document } : { document, where: { ...keys } }
}

/** The first positive part finds the value. The others are ranges around it. */
function translateAll(formula: Extract<Formula, { kind: 'all' }>, context: FormulaContext): MatcherSpec | undefined {
  const { parts, conditions, focus, key } = formula
  const first = parts.find(({ kind }) => kind === 'pattern') ?? parts.find(({ kind }) => kind === 'regex' || kind === 'any' || kind === 'all')
  const inside = first ?? parts.find(({ kind }) => kind === 'inside')
  if (inside === undefined) return refuse(key, 'The list has no positive pattern.', context)
  const founds = alternativesOf(inside.kind === 'inside' ? inside.of : inside, context)
  if (founds === undefined) return undefined
  const restrictions: MatcherSpec[] = []
  for (const part of parts.filter((each) => each !== inside)) {
    const constraint = restrict(part, context)
    if (constraint === undefined) return undefined
    restrictions.push({ where: { $MATCH: constraint } })
  }
  const tests = translateConditions(conditions, translateText, context)
  if (tests === undefined) return undefined
  const branches = founds.map(({ spec, place }) => joinParts([spec], [...restrictions, ...tests], focus[0] ?? place))
  return branches.length > 1 ? { any: branches } : branches[0]
}

/** The alternatives of a positive part, so that each keeps its own place. */
function alternativesOf(formula: Formula, context: FormulaContext): readonly Found[] | undefined {
  if (formula.kind === 'any') {
    const all = formula.parts.flatMap((part) => alternativesOf(part, context) ?? [])
    return all.length === 0 ? undefined : all
  }
  if (formula.kind === 'all') {
    const spec = translateAll(formula, context)
    return spec === undefined ? undefined : [{ spec, place: undefined }]
  }
  const found = find(formula, context)
  return found === undefined ? undefined : [found]
}

/** Patterns for the content of a metavariable: only regexes are known for scalars. */
function translateText(formula: Formula, context: FormulaContext): MatcherSpec | undefined {
  if (formula.kind === 'any') {
    const branches = formula.parts.flatMap((part) => translateText(part, context) ?? [])
    return branches.length > 1 ? { any: branches } : branches[0]
  }
  if (formula.kind === 'all' && formula.conditions.length === 0) {
    const all = formula.parts.map((part) => translateText(part, context))
    return all.includes(undefined) ? undefined : { all: all.filter((each) => each !== undefined) }
  }
  if (formula.kind === 'not') {
    const of = translateText(formula.of, context)
    return of === undefined ? undefined : { not: of }
  }
  if (formula.kind === 'regex') return find(formula, context)?.spec
  if (formula.kind === 'pattern') {
    const read = readYamlPattern(formula.text)
    if ('pattern' in read && read.pattern.kind === 'scalar') return { regex: `\\A(?:${escape(String(read.pattern.value))})\\z` }
  }
  return refuse(formula.key, 'A pattern within a metavariable has no equivalent in configuration files.', context)
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A constraint on the value that was found: it lies within what another part finds. */
function restrict(part: Formula, context: FormulaContext): ConstraintSpec | undefined {
  switch (part.kind) {
    case 'inside':
      return restrict(part.of, context)
    case 'not': {
      const of = restrict(part.of, context)
      return of === undefined ? undefined : { not: of }
    }
    case 'any': {
      const all = part.parts.map((each) => restrict(each, context))
      return all.includes(undefined) ? undefined : { any: all.filter((each) => each !== undefined) }
    }
    case 'pattern': {
      // Everything is inside of anything.
      if (/^(?:-\s*)?\.\.\.$/.test(part.text.trim())) return {}
      const written = readPattern(part, context)
      if (written === undefined) return undefined
      return { within: { document: withKeys(written) } }
    }
    case 'regex': {
      const regex = find(part, context)?.spec.regex
      return regex === undefined ? undefined : { any: [{ regex }, { within: regex }] }
    }
    case 'all': {
      const only = part.parts.length === 1 && part.conditions.length === 0 ? part.parts[0] : undefined
      return only === undefined
        ? refuse(part.key, 'A list of patterns around or without the match has no equivalent here.', context)
        : restrict(only, context)
    }
    default:
      return refuse(part.key, 'This operator has no equivalent in configuration files.', context)
  }
}

/** Constraints on the names of keys are not possible within a document, so the names stand in the path again. */
function withKeys({ document, keys }: WrittenDocument): WrittenDocument['document'] {
  const path = Object.entries(keys).reduce(
    (text, [name, key]) => text.replace(name, () => (/^[^.[\]"*$\s]+$/.test(key) ? key : JSON.stringify(key))),
    document.path,
  )
  return { ...document, path }
}

function refuse(key: string, reason: string, { notes }: FormulaContext): undefined {
  notes.add(key, 'rule', reason)
  return undefined
}
