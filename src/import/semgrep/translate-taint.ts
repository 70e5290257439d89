import type { MatcherSpec, RuleSpec, TaintSourceSpec } from '../../model/rule-spec.ts'
import { listOf, type Plain, plainOf, textOf, textsOf } from '../plain-value.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'
import { readFormula } from './read-formula.ts'
import { expandSink } from './expand-sink.ts'
import { translateCode } from './translate-code.ts'
import { findParameter } from './find-parameter.ts'
import { toMetavariable } from './translate-conditions.ts'

type Taint = NonNullable<RuleSpec['taint']>

/** Translates a rule in taint mode. Undefined if no source or no sink can be carried over, or if a sanitizer cannot. */
export function translateTaint(rule: Plain, context: FormulaContext): Taint | undefined {
  const taint = plainOf(rule['taint'])
  const part = (old: string, name: string): readonly Entry[] =>
    readEntries(taint[name] === undefined ? rule[old] : taint[name], taint[name] === undefined ? old : `taint.${name}`)
  const sources = part('pattern-sources', 'sources').flatMap((entry) => translateSource(entry, context))
  const sinks = part('pattern-sinks', 'sinks').flatMap((entry) => translateSink(entry, context))
  const sanitizers = part('pattern-sanitizers', 'sanitizers').map((entry) => translateSanitizer(entry, context))
  const propagators = part('pattern-propagators', 'propagators').flatMap((entry) => translatePropagator(entry, context))
  const missing = [sources.length === 0 && 'source', sinks.length === 0 && 'sink', sanitizers.includes(undefined) && 'sanitizer'].filter(
    (each) => each !== false,
  )
  if (missing.length > 0) {
    context.notes.add('', 'rule', `The rule has no ${missing.join(' and no ')} that can be carried over as a whole.`)
    return undefined
  }
  const safe = sanitizers.filter((each) => each !== undefined)
  return { sources, sinks, ...(safe.length > 0 && { sanitizers: safe }), ...(propagators.length > 0 && { propagators }) }
}

interface Entry {
  readonly key: string
  readonly value: unknown
  readonly options: Plain
}

function readEntries(value: unknown, key: string): readonly Entry[] {
  return listOf(value).map((each, index) => ({ key: `${key}.${index}`, value: each, options: plainOf(each) }))
}

const OPTIONS = ['label', 'requires', 'by-side-effect', 'exact', 'control', 'not_conflicting', 'at-exit', 'from', 'to', 'replace-labels']

/** The formula of an entry, without its options. */
function formulaOf({ value, options, key }: Entry, { notes }: FormulaContext): Formula | undefined {
  if (typeof value === 'string') return readFormula(value, key, notes)
  return readFormula(Object.fromEntries(Object.entries(options).filter(([name]) => !OPTIONS.includes(name))), key, notes)
}

function translateSource(entry: Entry, context: FormulaContext): readonly TaintSourceSpec[] {
  const formula = formulaOf(entry, context)
  if (formula === undefined) return []
  noteControl(entry, context)
  const parameters = findParameter(formula, context)
  const found: readonly TaintSourceSpec[] = parameters ?? ofNode(translateCode(formula, context))
  const { options } = entry
  const label = textOf(options['label'])
  const requires = textOf(options['requires'])
  return found.map((spec) => ({
    ...spec,
    ...(label !== undefined && { label: toLabel(label) }),
    ...(requires !== undefined && { requires: toLabels(requires) }),
    ...(isTrue(options['by-side-effect']) && { 'by-side-effect': true }),
    ...(options['exact'] === true && { exact: true }),
  }))
}

function ofNode(spec: MatcherSpec | undefined): readonly MatcherSpec[] {
  return spec === undefined ? [] : [spec]
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'only'
}

function translateSink(entry: Entry, context: FormulaContext): Taint['sinks'] {
  const formula = formulaOf(entry, context)
  if (formula === undefined) return []
  noteControl(entry, context)
  const { options, key } = entry
  if (Array.isArray(options['requires']))
    context.notes.add(`${key}.requires`, 'close', 'Labels of single metavariables are required of the sink as a whole.')
  if (options['at-exit'] === true)
    context.notes.add(`${key}.at-exit`, 'close', 'The sink counts wherever it is, and not only where the function ends.')
  const requires = Array.isArray(options['requires'])
    ? options['requires'].flatMap((each) => Object.values(plainOf(each)).flatMap(textsOf)).join(' and ')
    : textOf(options['requires'])
  return expandSink(formula).flatMap((each) => {
    const spec = translateCode(each, context)
    return spec === undefined ? [] : [{ ...spec, ...(requires !== undefined && requires !== '' && { requires: toLabels(requires) }) }]
  })
}

function translateSanitizer(entry: Entry, context: FormulaContext): NonNullable<Taint['sanitizers']>[number] | undefined {
  const formula = formulaOf(entry, context)
  const spec = formula === undefined ? undefined : translateCode(formula, context)
  if (entry.options['not_conflicting'] === true)
    context.notes.add(`${entry.key}.not_conflicting`, 'close', 'The sanitizer also holds where it matches a source or sink exactly.')
  return spec === undefined ? undefined : { ...spec, ...(isTrue(entry.options['by-side-effect']) && { 'by-side-effect': true }) }
}

function translatePropagator(entry: Entry, context: FormulaContext): NonNullable<Taint['propagators']> {
  const { options, key } = entry
  const from = textOf(options['from'])
  const to = textOf(options['to'])
  const formula = formulaOf(entry, context)
  const spec = formula === undefined ? undefined : translateCode(formula, context)
  if (from === undefined || to === undefined)
    context.notes.add(key, 'part', `The propagator has no \`${from === undefined ? 'from' : 'to'}\`, so the data that it propagates is not followed.`)
  else if (spec === undefined)
    context.notes.add(key, 'part', 'The pattern of the propagator is lost, so the data that it propagates is not followed.')
  if (spec === undefined || from === undefined || to === undefined) return []
  for (const name of ['label', 'requires', 'replace-labels'])
    if (options[name] !== undefined) context.notes.add(`${key}.${name}`, 'close', 'The propagator keeps all labels of the data.')
  return [{ ...spec, from: toMetavariable(from), to: toMetavariable(to) }]
}

function noteControl({ options, key }: Entry, { notes }: FormulaContext): void {
  if (options['control'] === true)
    notes.add(`${key}.control`, 'close', 'Control flow is not followed: the source counts where its data reaches the sink.')
}

/** Labels in kebab-case. */
function toLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function toLabels(expression: string): string {
  return expression.replace(/[A-Za-z_][\w-]*/g, (word) => (/^(?:and|or|not)$/.test(word) ? word : toLabel(word)))
}
