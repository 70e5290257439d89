import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { fromPcre, nameGroups } from '../regex-groups.ts'
import { blocksOf } from './blocks.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'
import { rewritePattern } from './rewrite-pattern.ts'
import { splitBody, splitStatements, type StatementPart } from './split-statements.ts'
import { joinParts } from './join-parts.ts'
import { translateConditions } from './translate-conditions.ts'

/** Translates a formula over program code. */
export function translateCode(formula: Formula, context: FormulaContext): MatcherSpec | undefined {
  switch (formula.kind) {
    case 'pattern':
      return translatePattern(formula.text, formula.key, context)
    case 'regex':
      return translateRegex(formula.text, formula.key, context)
    case 'any':
      return anyOf(formula.parts, (part) => translateCode(part, context))
    case 'not': {
      const of = translateCode(formula.of, context)
      return of === undefined ? undefined : { not: of }
    }
    case 'inside':
      return translateInside(formula.of, context)
    case 'anywhere':
      context.notes.add(formula.key, 'rule', 'The rule uses `anywhere`, which Assay does not have.')
      return undefined
    case 'all':
      return translateAll(formula, context)
  }
}

function anyOf(parts: readonly Formula[], translate: (part: Formula) => MatcherSpec | undefined): MatcherSpec | undefined {
  const branches = parts.flatMap((part) => translate(part) ?? [])
  const [only] = branches
  return branches.length <= 1 ? only : { any: branches }
}

/** Conditions are placed around the patterns, because they use metavariables of all of them. */
function translateAll(formula: Extract<Formula, { kind: 'all' }>, context: FormulaContext): MatcherSpec | undefined {
  const { parts, focus, conditions } = formula
  const isPositive = (part: Formula): boolean => part.kind !== 'not' && part.kind !== 'inside' && part.kind !== 'regex'
  // A rule of only `pattern-inside` reports what it finds.
  const first =
    parts.find(isPositive) ??
    parts.find((part) => part.kind === 'regex' && !parts.some(({ kind }) => kind === 'inside')) ??
    parts.find(({ kind }) => kind === 'inside')
  if (first === undefined) {
    context.notes.add(formula.key, 'rule', 'The list has no pattern to find.')
    return undefined
  }
  const ordered = [first, ...parts.filter((part) => part !== first)]
  const translated: MatcherSpec[] = []
  for (const part of ordered) {
    const spec = part === first && part.kind === 'inside' ? translateCode(part.of, context) : translateCode(part, context)
    if (spec === undefined) return undefined
    translated.push(spec)
  }
  const tests = translateConditions(conditions, translateCode, context)
  if (tests === undefined) return undefined
  const [focused, second] = focus
  if (second !== undefined) context.notes.add(`${formula.key}`, 'close', `Only the first of these names is shown: \`${focused ?? ''}\`.`)
  return joinParts(translated, tests, focused)
}

/** The code itself matches, or an enclosing node does. A sequence of statements encloses what is in its range. */
function translateInside(of: Formula, context: FormulaContext): MatcherSpec | undefined {
  if (of.kind === 'any') return anyOf(of.parts, (part) => translateInside(part, context))
  if (of.kind === 'pattern') return insidePattern(of.text, of.key, context)
  if (of.kind === 'all' && of.parts.some((part) => part.kind === 'pattern' && isSequence(part.text, context))) {
    const parts = of.parts.map((part) =>
      part.kind === 'not' ? translateCode(part, context) : translateInside(part.kind === 'inside' ? part.of : part, context),
    )
    const tests = translateConditions(of.conditions, translateCode, context)
    return tests === undefined || parts.includes(undefined)
      ? undefined
      : joinParts(
          parts.filter((part) => part !== undefined),
          tests,
          undefined,
        )
  }
  const spec = translateCode(of, context)
  return spec === undefined ? undefined : selfOrInside(withoutFocus(spec))
}

function withoutFocus({ focus: _focus, ...spec }: MatcherSpec): MatcherSpec {
  return spec
}

function selfOrInside(spec: MatcherSpec): MatcherSpec {
  return { any: [spec, { inside: spec }] }
}

function isSequence(text: string, { languages }: FormulaContext): boolean {
  return splitStatements(text.trimEnd(), languages[0] ?? '').length > 1
}

function insidePattern(text: string, key: string, context: FormulaContext): MatcherSpec | undefined {
  const parts = splitStatements(text.trimEnd(), context.languages[0] ?? '')
  if (parts.length < 2) {
    const spec = translatePattern(text, key, context)
    return spec === undefined ? undefined : selfOrInside(spec)
  }
  const groups = statementsOf(parts)
  const specs = groups.flatMap((group) => translateStatements(group, key, context) ?? [])
  const [first] = specs
  if (first === undefined || specs.length < groups.length) return undefined
  const last = specs.at(-1)
  const opensFirst = parts[0]?.kind !== 'ellipsis'
  const endsLast = parts.at(-1)?.kind !== 'ellipsis'
  const blocks = blocksOf(context.languages)
  // The first statements are in a block around the code, and before it or around it.
  const begun: MatcherSpec = {
    any: [{ all: [{ follows: first }, { inside: { ...blocks, has: { ...first, until: blocks } } }] }, selfOrInside(first)],
  }
  const ended: MatcherSpec | undefined = last === undefined || !endsLast ? undefined : { any: [{ precedes: last }, selfOrInside(last)] }
  const conditions = [
    ...(opensFirst ? [begun] : []),
    ...specs.slice(1, endsLast ? -1 : undefined).map((spec) => ({ any: [{ follows: spec }, selfOrInside(spec)] })),
    ...(ended === undefined ? [] : [ended]),
  ]
  return conditions.length === 1 ? conditions[0] : { all: conditions }
}

function statementsOf(parts: readonly StatementPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'statements' ? [part.text] : []))
}

/** Translates a pattern: a sequence of statements is found at its first one. */
function translatePattern(text: string, key: string, context: FormulaContext): MatcherSpec | undefined {
  const trimmed = text.trimEnd()
  const groups = statementsOf(splitStatements(trimmed, context.languages[0] ?? ''))
  if (groups.length === 0) {
    context.notes.add(key, 'rule', 'The pattern is `...` and would match all code.')
    return undefined
  }
  return chain(groups, key, context)
}

/** The first statements, which later ones follow in the same block or in blocks within it. */
function chain([group = '', ...later]: readonly string[], key: string, context: FormulaContext): MatcherSpec | undefined {
  const first = translateStatements(group, key, context)
  if (first === undefined || later.length === 0) return first
  const next = chain(later, key, context)
  return next === undefined ? undefined : { ...first, precedes: { ...next, until: blocksOf(context.languages) } }
}

/** Statements without an ellipsis between them. The body of a definition that begins with an ellipsis is searched at any depth. */
function translateStatements(text: string, key: string, context: FormulaContext): MatcherSpec | undefined {
  const compound = splitBody(text, context.languages[0] ?? '')
  if (compound === undefined) return translatePlain(text, key, context)
  const shell = translatePlain(compound.shell, key, context)
  const body = translatePattern(compound.body, key, context)
  return shell === undefined || body === undefined ? undefined : { ...shell, has: body }
}

function translatePlain(text: string, key: string, context: FormulaContext): MatcherSpec | undefined {
  const written = rewritePattern(text, {
    language: context.languages[0] ?? '',
    fresh: context.fresh,
    inner: (inner): ConstraintSpec | undefined => {
      const spec = translatePattern(inner, key, context)
      return spec === undefined ? undefined : /^\$[A-Z_][A-Z0-9_]*$/.test(inner) ? undefined : { any: [spec, { has: spec }] }
    },
  })
  if ('reason' in written) {
    context.notes.add(key, 'rule', written.reason)
    return undefined
  }
  const { pattern, where } = written
  return Object.keys(where).length === 0 ? { pattern } : { pattern, where: { ...where } }
}

function translateRegex(text: string, key: string, { notes }: FormulaContext): MatcherSpec | undefined {
  const regex = fromPcre(text)
  if ('reason' in regex) {
    notes.add(key, 'rule', regex.reason)
    return undefined
  }
  if (regex.change !== undefined) notes.add(key, 'close', regex.change)
  return { regex: `(?m)${nameGroups(regex.source, 'G').source}` }
}
