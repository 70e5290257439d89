import type { ForeignFormat } from '../model/imported-rules.ts'
import type { PackFile } from '../model/rule-pack.ts'

/**
 * The foreign format of a rule file, by its content. A native rule file has no list `rules`, and a pack lists ids there, not maps. Over-approximates
 * for files that cannot be parsed.
 */
export function detectFormat({ path, text }: PackFile): ForeignFormat | undefined {
  if (/\.toml$/i.test(path)) return 'gitleaks'
  if (/\.json$/i.test(path)) return /"rules"\s*:\s*\[\s*\{/.test(text) ? 'semgrep' : undefined
  return LIST_OF_MAPS.test(text) ? 'semgrep' : undefined
}

/** A key `rules` with a list, in block or flow style, whose first item is a map. */
const LIST_OF_MAPS =
  /^rules[ \t]*:[ \t]*(?:#[^\n]*)?(?:\n[ \t]*(?:#[^\n]*)?)*\n?[ \t]*(?:-[ \t]*(?:&\S+[ \t]*)?(?:[\w"'-]+[ \t]*:|\{|#|\n)|\[\s*(?:\{|\]))/m
