import type { Diagnostic, LibraryModel, ModelSpec, PackFile } from '../index.ts'
import { MODEL_VERBS } from '../model/library-model.ts'
import { packagesOfModel, readModels } from '../engine.ts'
import { readRuleFolder } from './read-rule-folder.ts'
import { readBuiltIn } from './scanner-data.ts'
import { packageRoot } from './package-root.ts'

/** Library models, and the mistakes of files that were omitted. */
export interface ListedModels {
  readonly models: readonly LibraryModel[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The built-in library models and those of rule folders, by library. Throws `RuleFolderError` when a folder cannot be read. */
export function listModels({ rules = [] }: { readonly rules?: readonly string[] } = {}): ListedModels {
  const folders = [readBuiltIn(packageRoot()).folder, ...rules.map((path) => readRuleFolder(path, true))]
  const read = readModels(folders.flatMap(({ models = [] }) => models))
  const models = read.files.map(({ file, spec }) => toLibraryModel(file, spec))
  return { models: models.toSorted(compareModels), diagnostics: read.diagnostics }
}

function toLibraryModel({ path }: PackFile, spec: ModelSpec): LibraryModel {
  const rows = Object.fromEntries(MODEL_VERBS.flatMap((verb) => (spec[verb] === undefined ? [] : [[verb, spec[verb]]])))
  return { library: spec.library, languages: spec.languages, packages: packagesOfModel(rows), file: path, rows }
}

function compareModels(left: LibraryModel, right: LibraryModel): number {
  if (left.library !== right.library) return left.library < right.library ? -1 : 1
  return left.file < right.file ? -1 : 1
}
