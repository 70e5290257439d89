import type { ConstraintSpec } from '../../model/rule-spec.ts'
import { fromPcre } from '../regex-groups.ts'
import { toTypeName } from './type-name.ts'
import { commentOf, scanCode } from './code-scanner.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** A pattern of code in the native syntax, with the constraints on metavariables that stand for foreign syntax. */
export interface RewrittenPattern {
  readonly pattern: string
  readonly where: Readonly<Record<string, ConstraintSpec>>
}

/** What rewriting needs to know of the rule. */
export interface RewriteContext {
  readonly language: string
  /** A metavariable that the rule does not use. */
  fresh(prefix: string): string
  /** Translates a pattern within a pattern, such as that of a deep ellipsis. */
  inner(pattern: string): ConstraintSpec | undefined
}

/** Rewrites deep ellipses, chains of methods, typed metavariables and regexes in strings. A reason if it cannot be done. */
export function rewritePattern(pattern: string, context: RewriteContext): RewrittenPattern | { readonly reason: string } {
  const where: Record<string, ConstraintSpec> = {}
  const steps = [rewriteDeep, rewriteChains, rewriteTyped, rewriteRegexStrings]
  let text = pattern
  for (const step of steps) {
    const done = step(text, context, where)
    if (typeof done !== 'string') return done
    text = done
  }
  return { pattern: semanticsOf(context.language).blocks === 'indentation' ? text : openObjects(text), where }
}

type Step = (text: string, context: RewriteContext, where: Record<string, ConstraintSpec>) => string | { readonly reason: string }

/** `<... P ...>`: an expression that is or contains P. */
const rewriteDeep: Step = (text, context, where) => {
  let out = text
  for (;;) {
    const end = out.indexOf('...>')
    const start = out.lastIndexOf('<...', end)
    if (end < 0 || start < 0) return out
    const inner = context.inner(out.slice(start + 4, end).trim())
    if (inner === undefined) return { reason: 'The pattern within the deep ellipsis `<... ...>` cannot be translated.' }
    const name = context.fresh('DEEP')
    where[name] = inner
    out = `${out.slice(0, start)}${name}${out.slice(end + 4)}`
  }
}

/** `$X. ... .f()`: a chain of members and calls that begins with `$X`. */
const rewriteChains: Step = (text, context, where) => {
  let out = text
  for (;;) {
    const found = /(?<![\w$.])([\w$.]{1,100}(?:\([^()]{0,200}\))?)\s{0,20}\.\s{0,20}\.\.\.\s{0,20}\.\s{0,20}(?=[\w$])/.exec(out)
    if (found === null) return out
    const [whole, head = ''] = found
    const name = context.fresh('CHAIN')
    const inner = context.inner(head)
    if (inner !== undefined) where[name] = inner
    out = `${out.slice(0, found.index)}${name}.${out.slice(found.index + whole.length)}`
  }
}

/** `($X: T)`: an expression of this type. */
const rewriteTyped: Step = (text, _context, where) => {
  return text.replace(
    /\(\s{0,20}(\$[A-Z_][A-Z0-9_]{0,60})\s{0,20}:\s{0,20}([A-Za-z_$][\w.$]{0,100}(?:\[[^[\])]{0,100}\])?)\s{0,20}\)(?!\s{0,20}(?:=>|\{))/g,
    (whole, name: string, type: string, at: number) => {
      // The parameter of a function is no typed expression.
      if (/(?:\bfunction\b[^()]*|\bdef\s+[\w$]+\s*|\bcatch\s*)$/.test(text.slice(0, at))) return whole
      where[name] = { type: toTypeName(type) }
      return /[\w$)\]]\s*$/.test(text.slice(0, at)) ? `(${name})` : name
    },
  )
}

/** `"=~/regex/"`: a string that the regex finds something in. */
const rewriteRegexStrings: Step = (text, context, where) => {
  const { strings } = scanCode(text, commentOf(context.language))
  let out = text
  for (const { start, end, quote } of strings.toReversed()) {
    const content = text.slice(start + quote.length, end - quote.length)
    const found = /^=~\/([^]*)\/([a-z]*)$/.exec(content)
    if (found === null) continue
    const [, source = '', flags = ''] = found
    const regex = fromPcre(`${flags === '' ? '' : `(?${flags})`}${source.replaceAll('\\/', '/')}`)
    if ('reason' in regex) return regex
    const name = context.fresh('STRING')
    where[name] = { regex: regex.source }
    out = `${out.slice(0, start)}"${name}"${out.slice(end)}`
  }
  return out
}

/** An object literal of a pattern matches objects with further properties. */
function openObjects(text: string): string {
  const { chars } = scanCode(text, commentOf('javascript'))
  const closing = chars.filter(({ at, char, depth }) => {
    if (char !== '}') return false
    const open = chars.findLast((each) => each.at < at && each.char === '{' && each.depth === depth)
    if (open === undefined || !/(?:[=(,:[?]|\breturn)\s*$/.test(text.slice(0, open.at))) return false
    const body = text.slice(open.at + 1, at)
    return (
      /^\s*(?:[\w$]+|"[^"]*"|'[^']*')\s*[:,]|^\s*[\w$]+\s*$|^\s*\.\.\.\s*,/.test(body) && !body.trimEnd().replace(/,$/, '').trimEnd().endsWith('...')
    )
  })
  return closing.toReversed().reduce((out, { at }) => {
    const before = out.slice(0, at).trimEnd()
    return `${before}${before.endsWith(',') ? '' : ','} ... ${out.slice(at)}`
  }, text)
}
