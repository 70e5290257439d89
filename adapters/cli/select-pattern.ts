import type { RuleFolder } from '../../src/node/index.ts'

/** What people write for a language, by the word that rules have for it. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  js: ['javascript'],
  jsx: ['javascript'],
  ts: ['typescript'],
  tsx: ['typescript'],
  py: ['python'],
  yml: ['yaml'],
  tf: ['hcl'],
}

/** One rule that looks for a pattern. Mistakes in it are told as those of a rule in the file `pattern.json`. */
export function selectPattern(pattern: string, lang = ''): { readonly packs: readonly string[]; readonly folders: readonly RuleFolder[] } {
  const languages = OTHER_NAMES[lang.toLowerCase()] ?? [lang.toLowerCase()]
  const rule = {
    id: 'pattern',
    title: 'Code that the pattern matches',
    severity: 'high',
    confidence: 'high',
    category: 'injection',
    cwe: ['CWE-710'],
    languages,
    description: 'The pattern of the command line matches here.',
    paths: { tests: true },
    match: { pattern },
  }
  const folder = { name: 'pattern', rules: [{ path: 'pattern.json', text: JSON.stringify(rule) }], shared: [], packs: [], whole: true }
  return { packs: [], folders: [folder] }
}
