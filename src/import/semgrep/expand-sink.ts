import { scanCode } from './code-scanner.ts'
import type { Formula } from './formula.ts'

/** A metavariable for an argument that an ellipsis stands for. */
const ARGUMENT = '$SINK_ARGUMENT'

/**
 * A sink of Semgrep is tainted if anything in its code is. A sink of Assay is one value. So a sink without a focus becomes one for each argument and
 * metavariable of its pattern.
 */
export function expandSink(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case 'pattern':
      return expandPattern(formula.text).map(({ pattern, focus }) => focused({ ...formula, text: pattern }, focus))
    case 'any':
      return formula.parts.flatMap(expandSink)
    case 'all': {
      const at = formula.parts.findIndex(({ kind }) => kind === 'pattern' || kind === 'any' || kind === 'all')
      const part = formula.parts[at]
      if (formula.focus.length > 0 || part === undefined) return [formula]
      return expandSink(part).map((each) => {
        const inner = each.kind === 'all' && each.parts.length === 1 ? (each.parts[0] ?? each) : each
        const focus = each.kind === 'all' ? each.focus : []
        return { ...formula, focus, parts: formula.parts.with(at, inner) }
      })
    }
    default:
      return [formula]
  }
}

function focused(pattern: Formula, focus: string | undefined): Formula {
  return focus === undefined ? pattern : { kind: 'all', key: pattern.key, parts: [pattern], conditions: [], focus: [focus] }
}

interface Expanded {
  readonly pattern: string
  readonly focus: string | undefined
}

function expandPattern(text: string): readonly Expanded[] {
  const call = readCall(text)
  if (call === undefined) return expandOther(text)
  const { callee, args } = call
  const names = args.flatMap((arg) => metavariablesOf(arg)).map((focus) => ({ pattern: text, focus }))
  const open = args.flatMap((arg, index) => (arg === '...' ? [`${callee}(${args.with(index, `..., ${ARGUMENT}, ...`).join(', ')})`] : []))
  const receiver = /^(\$[A-Z_][A-Z0-9_]*)\./.exec(callee)?.[1]
  const all = [
    ...names,
    ...open.map((pattern) => ({ pattern, focus: ARGUMENT })),
    ...(receiver === undefined || receiver === '$_' ? [] : [{ pattern: text, focus: receiver }]),
  ]
  return all.length === 0 ? [{ pattern: text, focus: undefined }] : all
}

/** Other code: each metavariable, of an assignment only those on its right side. */
function expandOther(text: string): readonly Expanded[] {
  const right = /^[^=(]*[^=!<>]=(?![=>])([^]*)$/.exec(text)?.[1] ?? text
  const names = metavariablesOf(right)
  return names.length === 0 ? [{ pattern: text, focus: undefined }] : names.map((focus) => ({ pattern: text, focus }))
}

function metavariablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<![\w$])\$(?:\.\.\.)?[A-Z][A-Z0-9_]*/g)].map(([name]) => name.replace('...', '')))]
}

/** The callee and the arguments, if the pattern is one call. */
function readCall(text: string): { readonly callee: string; readonly args: readonly string[] } | undefined {
  const trimmed = text.trim().replace(/;$/, '')
  const { chars } = scanCode(trimmed, /\/\/[^\n]*|#[^\n]*/y)
  const last = chars.at(-1)
  if (last?.char !== ')' || last.depth !== 0) return undefined
  const open = chars.findLast(({ char, depth }) => char === '(' && depth === 0)
  if (open === undefined) return undefined
  const callee = trimmed.slice(0, open.at)
  if (!/^[\w$.()[\]"'\s]+$/.test(callee) || /\b(?:if|while|for|return|await|yield)\b|[=]/.test(callee)) return undefined
  const commas = chars.filter(({ at, char, depth }) => at > open.at && char === ',' && depth === 1).map(({ at }) => at)
  const ends = [...commas, last.at]
  const args = ends.map((end, index) => trimmed.slice((ends[index - 1] ?? open.at) + 1, end).trim())
  return { callee, args: args.filter((arg) => arg !== '') }
}
