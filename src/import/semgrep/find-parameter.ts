import type { TaintSourceSpec } from '../../model/rule-spec.ts'
import { commentOf, scanCode } from './code-scanner.ts'
import type { Formula } from './formula.ts'
import type { FormulaContext } from './formula-context.ts'
import { translateCode } from './translate-code.ts'

/**
 * A source that is the parameter of a function: a pattern of the function, and its parameter in focus or as the pattern itself. Undefined for other
 * sources.
 */
export function findParameter(formula: Formula, context: FormulaContext): readonly TaintSourceSpec[] | undefined {
  if (formula.kind === 'any') {
    const all = formula.parts.map((part) => findParameter(part, context) ?? asSource(part, context))
    return all.flat()
  }
  if (formula.kind !== 'all') return undefined
  const names = [
    ...formula.focus,
    ...formula.parts.flatMap((part) => (part.kind === 'pattern' && /^\s*\$[A-Z_][A-Z0-9_]*\s*$/.test(part.text) ? [part.text.trim()] : [])),
  ]
  const [name] = names
  if (name === undefined || formula.conditions.some(({ metavariable }) => metavariable === name)) return undefined
  const functions = formula.parts.flatMap((part) => functionsOf(part.kind === 'inside' ? part.of : part, name, context))
  if (functions.length === 0) return undefined
  const rest = formula.parts.filter(
    (part) =>
      functionsOf(part.kind === 'inside' ? part.of : part, name, context).length === 0 && !(part.kind === 'pattern' && part.text.trim() === name),
  )
  return functions.flatMap(({ pattern, parameter }) => {
    const spec = translateCode({ ...formula, parts: [pattern, ...rest], focus: [] }, context)
    return spec === undefined ? [] : [{ ...spec, parameter }]
  })
}

function asSource(part: Formula, context: FormulaContext): readonly TaintSourceSpec[] {
  const spec = translateCode(part, context)
  return spec === undefined ? [] : [spec]
}

interface FunctionPattern {
  readonly pattern: Formula
  readonly parameter: number | string
}

/** The patterns of functions with the metavariable among their parameters. */
function functionsOf(formula: Formula, name: string, context: FormulaContext): readonly FunctionPattern[] {
  if (formula.kind === 'any') return formula.parts.flatMap((part) => functionsOf(part, name, context))
  if (formula.kind !== 'pattern') return []
  const parameter = readParameter(formula.text, name, context.languages[0] ?? '')
  return parameter === undefined ? [] : [{ pattern: formula, parameter }]
}

function readParameter(text: string, name: string, language: string): number | string | undefined {
  const { chars } = scanCode(text, commentOf(language))
  const head = /\b(?:def\s{1,20}|function\s{0,20})(?:[\w$]{1,100}\s{0,20})?\(/.exec(text) ?? (/\)\s*=>/.test(text) ? /\(/.exec(text) : null)
  if (head === null) return undefined
  const open = head.index + head[0].length - 1
  const depth = chars.find(({ at }) => at === open)?.depth
  const close = chars.find((each) => each.at > open && each.char === ')' && each.depth === depth)
  if (depth === undefined || close === undefined) return undefined
  const commas = chars.filter(({ at, char, depth: inner }) => at > open && at < close.at && char === ',' && inner === depth + 1).map(({ at }) => at)
  const ends = [...commas, close.at]
  const parameters = ends.map((end, index) => text.slice((ends[index - 1] ?? open) + 1, end).trim())
  const found = parameters.findIndex((parameter) => parameter.split(/[:=]/)[0]?.trim() === name)
  if (found < 0) return undefined
  return parameters.slice(0, found).includes('...') ? '*' : found
}
