import type { ForeignRules, ImportEffect, ImportNote } from '../../../src/node/index.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

const EFFECTS: Readonly<Record<ImportEffect, string>> = {
  rule: 'not imported',
  part: 'imported in part',
  close: 'differs',
  key: 'not used',
}

const ORDER: readonly ImportEffect[] = ['rule', 'part', 'close', 'key']

/** The report of an import: a line for each note, the most important first, and a line of counts. */
export function formatImport(imported: ForeignRules): string {
  const lines = ORDER.flatMap((effect) => imported.notes.filter((note) => note.effect === effect).map(formatNote))
  return [...lines, `assay: ${countImport(imported)}`].join('\n')
}

/** How many rules were carried over, their share, and how many of them differ. */
export function countImport({ rules, found, notes }: ForeignRules): string {
  const changed = new Set(notes.filter(({ effect }) => effect === 'part' || effect === 'close').map(({ rule }) => rule))
  const differing = rules.filter(({ origin }) => changed.has(origin)).length
  const lost = found - rules.length
  const parts = [lost === 0 ? '' : `${lost} not imported`, differing === 0 ? '' : `${differing} with differences`].filter((part) => part !== '')
  return `${rules.length} of ${countOf(found, 'rule')} carried over (${[formatShare(rules.length, found), ...parts].join(', ')}).`
}

/** A share in percent, never rounded up to all. */
function formatShare(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.floor((1000 * part) / whole) / 10} %`
}

function formatNote({ file, line, rule, key, effect, reason }: ImportNote): string {
  const about = [rule, key].filter((part) => part !== undefined && part !== '').join(' ')
  return `${showText(file)}:${line}  ${EFFECTS[effect]}  ${about === '' ? '' : `${showText(about)}: `}${showText(reason)}`
}
