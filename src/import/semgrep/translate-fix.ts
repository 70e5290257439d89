import type { AutofixSpec, RuleSpec } from '../../model/rule-spec.ts'
import type { NoteKeeper } from '../note-keeper.ts'
import { isPlain, type Plain } from '../plain-value.ts'
import { fromPcre } from '../regex-groups.ts'
import { boundIn } from './read-message.ts'
import { toMetavariable } from './translate-conditions.ts'

/** The automatic fix of a rule. */
export function translateFix(rule: Plain, body: Pick<RuleSpec, 'match' | 'taint'>, notes: NoteKeeper): AutofixSpec | undefined {
  const { fix } = rule
  const byRegex = rule['fix-regex']
  if (typeof fix === 'string') {
    const bound = boundIn(body.match ?? { sources: body.taint?.sources, sinks: body.taint?.sinks })
    const replace = fix.replace(/(?<![\w$])\$(?:\.\.\.)?(?:[A-Z_][A-Z0-9_]*|\d+)/g, toMetavariable)
    const missing = [...replace.matchAll(/(?<![\w$])\$(?:\.\.\.)?([A-Z_][A-Z0-9_]*)/g)].find(([, name = '']) => !bound.has(`$${name}`))
    if (missing === undefined) return { replace }
    notes.add('fix', 'key', `The fix uses \`${missing[0]}\`, which no pattern binds.`)
    return undefined
  }
  return isPlain(byRegex) ? translateRegexFix(byRegex, notes) : undefined
}

function translateRegexFix(fix: Plain, notes: NoteKeeper): AutofixSpec | undefined {
  const regex = fromPcre(String(fix['regex'] ?? ''))
  const text = String(fix['replacement'] ?? '')
  if ('reason' in regex) notes.add('fix-regex.regex', 'key', regex.reason)
  else if (/\\[1-9]|\$/.test(text)) notes.add('fix-regex.replacement', 'key', 'A replacement with groups of the regex has no equivalent.')
  else return { edits: [{ at: '$MATCH', find: regex.source, text }] }
  return undefined
}
