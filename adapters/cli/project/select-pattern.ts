import type { Diagnostic, RuleFolder } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { hasDiagnostics } from '../messages/format-diagnostics.ts'

/** Common names of languages, by the name that rules use. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  js: ['javascript'],
  jsx: ['javascript'],
  ts: ['typescript'],
  tsx: ['typescript'],
  py: ['python'],
  yml: ['yaml'],
  tf: ['hcl'],
}

/** One rule that searches for a pattern. */
export function selectPattern(pattern: string, lang = ''): SelectedMatcher {
  return selectMatcher({ pattern }, lang)
}

/** Packs and folders of a scanner with one rule. */
export interface SelectedMatcher {
  readonly packs: readonly string[]
  readonly folders: readonly RuleFolder[]
}

/** One rule with a matcher of the command line. */
export function selectMatcher(match: { readonly pattern: string } | { readonly query: string }, lang: string): SelectedMatcher {
  const languages = OTHER_NAMES[lang.toLowerCase()] ?? [lang.toLowerCase()]
  const rule = {
    id: 'pattern',
    title: 'Code that matches',
    severity: 'high',
    confidence: 'high',
    category: 'injection',
    cwe: ['CWE-710'],
    languages,
    description: 'The matcher of the command line matches here.',
    paths: { tests: true },
    match,
  }
  const folder = { name: 'pattern', rules: [{ path: 'pattern.json', text: JSON.stringify(rule) }], shared: [], packs: [], whole: true }
  return { packs: [], folders: [folder] }
}

/** Turns mistakes in the generated rule into mistakes of the options that it was made of. Other errors stay unchanged. */
export function tellOfOptions(error: unknown): unknown {
  if (!(error instanceof Error && hasDiagnostics(error))) return error
  return new CommandError(EXIT_CODES.wrongUsage, error.diagnostics.map(describe).join('\n'))
}

function describe({ code, message, hint }: Diagnostic): string {
  const flag = code === 'schema/unknown-language' ? '--lang' : code.startsWith('query/') ? '--query' : '--pattern'
  return hint === undefined ? `${flag}: ${message}` : `${flag}: ${message} (${hint})`
}
