import { basename } from 'node:path'
import { createScanner, type Diagnostic, isWithin, readRuleFolder, RuleError, type RuleFolder } from '../../../src/node/index.ts'

/** An open rule file: its absolute path and text, and the rule folders of its project. */
export interface OpenRuleFile {
  readonly path: string
  readonly text: string
  readonly ruleFolders: readonly string[]
}

/** Whether a file is one of Assay's rules: it is in a rule folder of its project, or its first lines name the schema. */
export function isRuleFile({ path, text, ruleFolders }: OpenRuleFile): boolean {
  if (!/\.ya?ml$/.test(path)) return false
  return ruleFolders.some((folder) => isWithin(path, folder)) || /^#.*\brules\.schema\.json\b/m.test(text.slice(0, 1_000))
}

/** The mistakes in a rule file as it is in the editor, together with the other files of its folder as they are on disk. */
export async function checkRuleFile(file: OpenRuleFile): Promise<readonly Diagnostic[]> {
  try {
    const scanner = await createScanner({ packs: [], folders: [readFolder(file)] })
    await scanner.close()
    return []
  } catch (error) {
    if (error instanceof RuleError) return error.diagnostics.filter((mistake) => mistake.file === file.path)
    throw error
  }
}

function readFolder({ path, text, ruleFolders }: OpenRuleFile): RuleFolder {
  const file = { path, text }
  const within = ruleFolders.find((folder) => isWithin(path, folder))
  if (within === undefined || within === path)
    return {
      name:
        basename(path)
          .replace(/\.ya?ml$/, '')
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-') || 'rules',
      rules: [file],
      shared: [],
      packs: [],
      whole: true,
    }
  const folder = readRuleFolder(within, true, within)
  const replace = (files: RuleFolder['rules']): RuleFolder['rules'] => files.map((each) => (each.path === path ? file : each))
  const { rules, shared, packs, words = [], models = [] } = folder
  const isNew = [...rules, ...shared, ...packs, ...words, ...models].every((each) => each.path !== path)
  return {
    ...folder,
    rules: isNew ? [...rules, file] : replace(rules),
    shared: replace(shared),
    packs: replace(packs),
    words: replace(words),
    models: replace(models),
  }
}
