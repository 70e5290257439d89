import type { RuleSpec } from '../../model/rule-spec.ts'
import type { NoteKeeper } from '../note-keeper.ts'
import { isPlain, type Plain, plainOf, textOf, textsOf } from '../plain-value.ts'
import { toTitle } from '../rule-id.ts'
import { createFresh, type FormulaContext, type TranslateFormula } from './formula-context.ts'
import { firstSentence, KEPT_METADATA, readFacts, readMetadata } from './metadata.ts'
import { noteOptions } from './note-options.ts'
import { readFormula } from './read-formula.ts'
import { readLanguages } from './read-languages.ts'
import { readMessage } from './read-message.ts'
import { translateCode } from './translate-code.ts'
import { translateDocument } from './translate-document.ts'
import { translateFix } from './translate-fix.ts'
import { translatePaths } from './translate-paths.ts'
import { translateTaint } from './translate-taint.ts'
import { translateText } from './translate-text.ts'

/** Translates a rule of Semgrep. Undefined, with a note, if it cannot be imported. */
export function translateRule(rule: Plain, origin: string, id: string, notes: NoteKeeper): RuleSpec | undefined {
  const languages = readLanguages(rule, notes)
  if (languages === undefined) return undefined
  const text = JSON.stringify(rule)
  const context: FormulaContext = {
    languages: languages.native,
    notes,
    fresh: createFresh(text),
    contents: new Set([...text.matchAll(/(?:\\"|')(\$[A-Z_][A-Z0-9_]*)(?:\\"|')/g)].map(([, name = '']) => name)),
  }
  const body = translateBody(rule, context, languages.kind)
  if (body === undefined) return undefined
  noteUnused(rule, notes)
  noteOptions(plainOf(rule['options']), notes)
  const message = readMessage(textOf(rule['message']) ?? toTitle(origin), body)
  const facts = readFacts(rule)
  const fix = translateFix(rule, body, notes)
  return {
    id,
    title: firstSentence(textOf(rule['message'])) ?? toTitle(origin),
    ...readMetadata(rule),
    languages: [...languages.native],
    description: message,
    ...(body.taint !== undefined && { message }),
    ...(Object.keys(facts).length > 0 && { metadata: facts }),
    paths: translatePaths(rule['paths']),
    ...(fix !== undefined && { autofix: fix }),
    ...body,
  }
}

type Body = Pick<RuleSpec, 'match' | 'taint'>

const TRANSLATE: Readonly<Record<string, TranslateFormula>> = {
  code: translateCode,
  document: translateDocument,
  hcl: translateDocument,
  instructions: translateText,
  text: translateText,
}

function translateBody(rule: Plain, context: FormulaContext, kind: string): Body | undefined {
  const { notes } = context
  const mode = textOf(rule['mode']) ?? (isPlain(rule['taint']) ? 'taint' : 'search')
  if (mode === 'taint') {
    if (kind !== 'code') return refuse(notes, 'mode', 'Data flow is only followed in program code.')
    const taint = translateTaint(rule, context)
    return taint === undefined ? undefined : { taint }
  }
  if (mode !== 'search') return refuse(notes, 'mode', `The mode \`${mode}\` is not supported.`)
  const old = Object.fromEntries(Object.entries(rule).filter(([key]) => FORMULA_KEYS.has(key)))
  const formula = rule['match'] === undefined ? readFormula(old, '', notes) : readFormula(rule['match'], 'match', notes)
  const match = formula === undefined ? undefined : TRANSLATE[kind]?.(formula, context)
  return match === undefined ? undefined : { match }
}

const FORMULA_KEYS: ReadonlySet<string> = new Set(['pattern', 'patterns', 'pattern-either', 'pattern-regex'])

const KNOWN: ReadonlySet<string> = new Set([
  ...FORMULA_KEYS,
  ...['id', 'message', 'severity', 'languages', 'metadata', 'mode', 'match', 'taint', 'paths', 'options', 'fix', 'fix-regex'],
  ...['pattern-sources', 'pattern-sinks', 'pattern-sanitizers', 'pattern-propagators'],
])

function noteUnused(rule: Plain, notes: NoteKeeper): void {
  for (const key of Object.keys(rule).filter((each) => !KNOWN.has(each))) {
    if (/^m(?:in|ax)-version$/.test(key)) notes.add(key, 'key', 'The version of Semgrep does not matter here.')
    else notes.add(key, 'key', `The key \`${key}\` is not known.`)
  }
  for (const key of Object.keys(plainOf(rule['metadata'])).filter((each) => !KEPT_METADATA.has(each)))
    notes.add(`metadata.${key}`, 'key', 'The rule format has no place for it. Findings are the same.')
  const references = textsOf(plainOf(rule['metadata'])['references']).filter((link) => !/^https?:\/\/\S+$/.test(link))
  if (references.length > 0) notes.add('metadata.references', 'key', 'A reference that is no link is left out.')
}

function refuse(notes: NoteKeeper, key: string, reason: string): undefined {
  notes.add(key, 'rule', reason)
  return undefined
}
