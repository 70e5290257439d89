import type { ForeignFormat } from '../model/imported-rules.ts'
import type { PackFile } from '../model/rule-pack.ts'

/**
 * The foreign format of a rule file, by its content. A native rule file has no list `rules`, and a pack lists ids there, not maps. Over-approximates
 * for files that cannot be parsed.
 */
export function detectFormat({ path, text }: PackFile): ForeignFormat | undefined {
  if (/\.toml$/i.test(path)) return 'gitleaks'
  if (/\.json$/i.test(path)) return /"rules"\s*:\s*\[\s*\{/.test(text) ? 'semgrep' : undefined
  return hasListOfMaps(text) ? 'semgrep' : undefined
}

/** A key `rules` with a list, in block or flow style, whose first item is a map. */
function hasListOfMaps(text: string): boolean {
  const key = /^rules[ \t]*:/m.exec(text)
  if (key === null) return false
  const lines = text.slice(key.index + key[0].length).split('\n')
  const value = lines
    .map((line) => line.replace(/#.*/, ''))
    .join('\n')
    .trim()
  if (!value.startsWith('-')) return /^\[\s*[{\]]/.test(value)
  const item = value
    .slice(1)
    .trimStart()
    .replace(/^&\S+\s+/, '')
  return item.startsWith('{') || /^[\w"'-]+[ \t]*:/.test(item)
}
