import type { ConstraintSpec, MatcherSpec } from '../../model/rule-spec.ts'
import { textOf, textsOf } from '../plain-value.ts'
import { fromPcre, toGroupName } from '../regex-groups.ts'
import type { Condition } from './formula.ts'
import type { FormulaContext, TranslateFormula } from './formula-context.ts'
import { toTypeName } from './type-name.ts'
import { readComparison } from './read-comparison.ts'

/** Translates conditions on metavariables to matchers that hold wherever the patterns around them do. Undefined if one cannot be carried over. */
export function translateConditions(
  conditions: readonly Condition[],
  translate: TranslateFormula,
  context: FormulaContext,
): readonly MatcherSpec[] | undefined {
  const tests: MatcherSpec[] = []
  for (const condition of conditions) {
    const test = condition.kind === 'comparison' ? compare(condition, context) : toWhere(condition, translate, context)
    if (test === undefined) return undefined
    tests.push(test)
  }
  return tests
}

/** `$1` is the first group of a regex. */
export function toMetavariable(name: string): string {
  return name.replace(/^\$(\d+)$/, '$G$1').replace(/^\$(.*)$/, (_, rest: string) => `$${toGroupName(rest)}`)
}

function toWhere(condition: Condition, translate: TranslateFormula, context: FormulaContext): MatcherSpec | undefined {
  const constraint = constrain(condition, translate, context)
  return constraint === undefined ? undefined : { where: { [toMetavariable(condition.metavariable)]: constraint } }
}

function constrain(condition: Condition, translate: TranslateFormula, context: FormulaContext): ConstraintSpec | undefined {
  const { kind, key, value } = condition
  switch (kind) {
    case 'regex':
      return constrainRegex(condition, context)
    case 'pattern':
      return constrainPattern(condition, translate, context)
    case 'type': {
      const types = [...textsOf(value['type']), ...textsOf(value['types'])]
      return types.length === 0 ? refuse(context, key, 'The condition names no type.') : { type: types.map(toTypeName) }
    }
    case 'analysis':
      return constrainAnalysis(condition, context)
    default:
      return refuse(context, key, `The condition \`metavariable-${kind}\` has no equivalent.`)
  }
}

/** The regex is tried at the start of the code as written, or of the content of a string for `"$X"`. */
function constrainRegex({ key, metavariable, value }: Condition, context: FormulaContext): ConstraintSpec | undefined {
  const regex = fromPcre(textOf(value['regex']) ?? '')
  if ('reason' in regex) return refuse(context, key, regex.reason)
  if (regex.change !== undefined) context.notes.add(key, 'close', regex.change)
  const test = { regex: `\\A(?:${regex.source})` }
  if (value['constant-propagation'] === true || context.contents.has(metavariable)) return test
  return { 'source-text': test }
}

/** The metavariable contains code that matches. */
function constrainPattern({ key, value, formula }: Condition, translate: TranslateFormula, context: FormulaContext): ConstraintSpec | undefined {
  const language = textOf(value['language'])
  if (formula === undefined) return refuse(context, key, 'The condition has no pattern that can be read.')
  if (language !== undefined && language !== 'generic' && language !== 'regex')
    return refuse(context, key, `The content of a metavariable cannot be parsed as \`${language}\`.`)
  const spec = translate(formula, context)
  if (spec === undefined) return undefined
  const keys = Object.keys(spec)
  return keys.every((each) => each === 'regex' || each === 'not') ? spec : { any: [spec, { has: spec }] }
}

function constrainAnalysis({ key, value }: Condition, context: FormulaContext): ConstraintSpec | undefined {
  const analyzer = textOf(value['analyzer'])
  if (analyzer === 'redos') {
    if (!context.languages.includes('python'))
      context.notes.add(key, 'close', 'Only regex literals and `RegExp` objects are analysed, and not other strings.')
    return { superlinear: {} }
  }
  if (analyzer === 'entropy' || analyzer === 'entropy_v2') {
    context.notes.add(key, 'close', 'The entropy analyzer is approximated by the share of rare sequences of characters.')
    return { any: [{ rarity: 0.4 }, { regex: '^[0-9a-fA-F]{20,}$', entropy: 3 }] }
  }
  return refuse(context, key, `The analyzer \`${analyzer ?? ''}\` is not known.`)
}

function compare({ key, value }: Condition, context: FormulaContext): MatcherSpec | undefined {
  if (value['base'] !== undefined) context.notes.add(`${key}.base`, 'close', 'The base of numbers is that of the language.')
  const read = readComparison(textOf(value['comparison']) ?? '')
  if ('reason' in read) return refuse(context, key, read.reason)
  return read.spec
}

function refuse(context: FormulaContext, key: string, reason: string): undefined {
  context.notes.add(key, 'rule', reason)
  return undefined
}
