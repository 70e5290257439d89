import { basename } from 'node:path'
import type { Engine } from '../engine/library-modules.ts'
import { countOf } from '../output/format-number.ts'
import { showText } from '../output/show-text.ts'

/** Number of rules that are named. Others are counted. */
const MAX_NAMED = 8

/** Rules in folders that none of the folders' packs selects, as a sentence. They are correct, but no scan runs them. Empty if there are none. */
export function describeIdleRules(folders: readonly string[], taken: ReadonlySet<string>, { detectFormat, readRuleFolder }: Engine): string {
  const ids = folders.flatMap((folder) =>
    readRuleFolder(folder, true)
      .rules.filter((file) => detectFormat(file) === undefined)
      .map(({ path }) => basename(path).replace(/\.[a-z]+$/, '')),
  )
  const idle = [...new Set(ids)].filter((id) => !taken.has(id))
  if (idle.length === 0) return ''
  const named = idle.slice(0, MAX_NAMED).map((id) => `\`${showText(id)}\``)
  const further = idle.length > MAX_NAMED ? ` and ${idle.length - MAX_NAMED} more` : ''
  const verb = idle.length === 1 ? 'is' : 'are'
  return `${countOf(idle.length, 'more rule')} ${verb} disabled or not part of any pack in the folder, and never run${idle.length === 1 ? 's' : ''}: ${named.join(', ')}${further}.`
}
