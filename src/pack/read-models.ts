import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile } from '../model/rule-pack.ts'
import type { ModelSpec } from '../model/rule-spec.ts'
import { checkShape } from './check-shape.ts'
import { readSpecFile } from './read-spec-file.ts'
import { isModelSpec } from './validate-spec.generated.ts'

export interface ReadModels {
  /** Files without mistakes, with what they contain. */
  readonly files: readonly { readonly file: PackFile; readonly spec: ModelSpec }[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads library models and reports every mistake in them. Files with mistakes are omitted. The others keep their order. */
export function readModels(files: readonly PackFile[]): ReadModels {
  const diagnostics: Diagnostic[] = []
  const usable: { file: PackFile; spec: ModelSpec }[] = []
  for (const file of files) {
    const read = readSpecFile(file)
    const shape = read.spec && checkShape(read.spec, isModelSpec, 'a model of a library', file.checked)
    const found = [...read.diagnostics, ...(shape?.diagnostics ?? [])]
    diagnostics.push(...found)
    if (shape?.spec !== undefined && found.length === 0) usable.push({ file, spec: shape.spec })
  }
  return { files: usable, diagnostics }
}
