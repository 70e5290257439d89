import { languageOf } from '../index.ts'
import type { FixtureDifference } from './compare-findings.ts'
import type { FixtureFile } from './prepare-fixtures.ts'

/** Comment syntax by language. Others use `#`. */
const OPENERS: Readonly<Record<string, readonly [string, string]>> = {
  javascript: ['// ', ''],
  typescript: ['// ', ''],
  html: ['<!-- ', ' -->'],
  css: ['/* ', ' */'],
}
/** Languages without comments: their markers are in a file beside them. */
const WITHOUT_COMMENTS: ReadonlySet<string> = new Set(['json'])
const EXPECT = '.expect'

/**
 * Sample files with markers as the rules report them: a reported line gets `ruleid`, and the marker of a line that is not reported is removed. Files
 * without differences are left out. Lines inside strings and templates cannot have a comment, so check the result.
 */
export function updateMarkers(files: readonly FixtureFile[], differences: readonly FixtureDifference[]): readonly FixtureFile[] {
  const all = new Map(files.map(({ path, content }) => [path, content]))
  const changed = new Map<string, string>()
  for (const path of [...new Set(differences.map(({ file }) => file))].sort()) {
    const content = all.get(path)
    if (content === undefined) continue
    const own = differences.filter(({ file }) => file === path)
    if (WITHOUT_COMMENTS.has(languageOf(path, content)) || all.has(path + EXPECT))
      changed.set(path + EXPECT, updateExpectations(all.get(path + EXPECT) ?? '', own))
    else changed.set(path, updateComments(path, content, own))
  }
  return [...changed].map(([path, content]) => ({ path, content }))
}

const WORD = /\b(?:ruleid|ok|todoruleid|todook)\s*:\s*/

function updateComments(path: string, content: string, differences: readonly FixtureDifference[]): string {
  const end = content.includes('\r\n') ? '\r\n' : '\n'
  const lines: (string | undefined)[] = content.split(end)
  const [open, close] = OPENERS[languageOf(path, content)] ?? ['# ', '']
  const added = new Map<number, string[]>()
  for (const { rule, line, kind, marker } of differences) {
    if (marker !== undefined) lines[marker - 1] = withoutRule(lines[marker - 1], rule)
    if (kind === 'unexpected') added.set(line, [...(added.get(line) ?? []), rule])
  }
  return lines
    .flatMap((text, index) => {
      const rules = added.get(index + 1)
      const indent = /^\s*/.exec(text ?? '')?.[0] ?? ''
      return [...(rules === undefined ? [] : [`${indent}${open}ruleid: ${rules.sort().join(', ')}${close}`]), ...(text === undefined ? [] : [text])]
    })
    .join(end)
}

/** A marker line without one of its rules. Undefined removes the line. */
function withoutRule(line: string | undefined, rule: string): string | undefined {
  const found = line === undefined ? null : WORD.exec(line)
  if (line === undefined || found === null) return line
  const start = found.index + found[0].length
  const ids = /^[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*/.exec(line.slice(start))?.[0] ?? ''
  const kept = ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== rule)
  return kept.length === 0 ? undefined : line.slice(0, start) + kept.join(', ') + line.slice(start + ids.length)
}

function updateExpectations(content: string, differences: readonly FixtureDifference[]): string {
  const lines: (string | undefined)[] = content === '' ? [] : content.replace(/\n$/, '').split('\n')
  for (const { rule, marker } of differences) if (marker !== undefined) lines[marker - 1] = withoutRule(lines[marker - 1], rule)
  const added = differences.filter(({ kind }) => kind === 'unexpected').map(({ rule, line }) => `${line} ruleid: ${rule}`)
  return `${[...lines.flatMap((line) => line ?? []), ...added].join('\n')}\n`
}
