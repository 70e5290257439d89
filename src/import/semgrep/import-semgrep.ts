import type { Diagnostic } from '../../model/diagnostic.ts'
import type { ImportedRule, ImportedRules, ImportNote } from '../../model/imported-rules.ts'
import type { PackFile } from '../../model/rule-pack.ts'
import { readSpecFile } from '../../pack/read-spec-file.ts'
import { keepNotes } from '../note-keeper.ts'
import { listOf, plainOf, textOf } from '../plain-value.ts'
import { toRuleId } from '../rule-id.ts'
import { translateRule } from './translate-rule.ts'

/** Translates the rules of a Semgrep file. */
export function importSemgrep(file: PackFile, taken: Set<string>): ImportedRules & { readonly diagnostics: readonly Diagnostic[] } {
  const { spec, diagnostics } = readSpecFile(file)
  if (spec === undefined) return { rules: [], found: 0, notes: [], diagnostics }
  const written = listOf(plainOf(spec.value)['rules']).map(plainOf)
  const rules: ImportedRule[] = []
  const notes: ImportNote[] = []
  for (const [index, rule] of written.entries()) {
    const origin = textOf(rule['id']) ?? `rule-${index + 1}`
    const lineOf = (key: string): number => spec.positions.keyPositionOf(['rules', index, ...pathOf(key)]).line
    const keeper = keepNotes(file.path, origin, lineOf)
    const native = translateRule(rule, origin, toRuleId(origin, taken), keeper)
    if (native !== undefined) rules.push({ origin, file: file.path, line: lineOf(''), spec: native })
    notes.push(...toNotes(keeper.notes, native === undefined))
  }
  return { rules, found: written.length, notes, diagnostics }
}

function pathOf(key: string): (string | number)[] {
  return key === '' ? [] : key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

/** A pattern that is lost within an imported rule was one of several alternatives. */
function toNotes(notes: readonly ImportNote[], isLost: boolean): readonly ImportNote[] {
  return isLost ? notes : notes.map((note) => (note.effect === 'rule' ? { ...note, effect: 'part' as const } : note))
}
