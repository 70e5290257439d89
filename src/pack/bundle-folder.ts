import type { PackFile, RuleFolder } from '../model/rule-pack.ts'
import { readWithWords } from './expand-words.ts'
import { readWords, type WordLists } from './read-words.ts'
import { sortFiles } from './sort-files.ts'

/**
 * The folder with parsed files, which a build writes as JSON. It loads without a YAML parser, ten times faster and with the same result. Files with
 * syntax errors stay text.
 */
export function bundleFolder(folder: RuleFolder): RuleFolder {
  const { rules, shared, words = [], models = [], packs, evidence } = folder
  const lists = readWords(sortFiles(words))
  const bundleFile = (file: PackFile): PackFile => bundleWith(file, lists)
  return {
    ...folder,
    ...(evidence && { evidence: bundleFile(evidence) }),
    rules: rules.map(bundleFile),
    shared: shared.map(bundleFile),
    words: words.map(bundleFile),
    models: models.map(withoutTests).map(bundleFile),
    packs: packs.map(bundleFile),
  }
}

/** Marks a folder as compiled without mistakes, including everything that it uses. */
export function markChecked(folder: RuleFolder): RuleFolder {
  const { rules, shared, words = [], models = [], packs } = folder
  const mark = (files: readonly PackFile[]): PackFile[] => files.map((file) => ({ ...file, checked: true }))
  return { ...folder, rules: mark(rules), shared: mark(shared), words: mark(words), models: mark(models), packs: mark(packs) }
}

/** The programs that prove a model are of no use to a scan. */
function withoutTests(file: PackFile): PackFile {
  return { ...file, text: file.text.replace(/^tests:.*\n(?:(?:[ \t].*)?(?:\n|$))*/m, '') }
}

/** Lists of other folders are expanded when the folders are loaded together. */
function bundleWith({ path, text }: PackFile, words: WordLists): PackFile {
  const { spec, diagnostics } = readWithWords({ path, text }, { ...words, complete: false })
  return spec === undefined || diagnostics.length > 0 ? { path, text } : { path, text, parsed: spec.value }
}
