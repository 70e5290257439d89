import type { Diagnostic } from '../model/diagnostic.ts'
import type { PackFile } from '../model/rule-pack.ts'
import type { ModelSpec } from '../model/rule-spec.ts'
import { checkShape } from './check-shape.ts'
import { readSpecFile } from './read-spec-file.ts'
import { isModelSpec } from './validate-spec.generated.ts'

/** Reads library models and reports every mistake in them. Files are sorted by path. Files with mistakes are omitted. */
export function readModels(files: readonly PackFile[]): { readonly usable: readonly ModelSpec[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const usable: ModelSpec[] = []
  for (const file of files) {
    const read = readSpecFile(file)
    const shape = read.spec && checkShape(read.spec, isModelSpec, 'a model of a library', file.checked)
    const found = [...read.diagnostics, ...(shape?.diagnostics ?? [])]
    diagnostics.push(...found)
    if (shape?.spec !== undefined && found.length === 0) usable.push(shape.spec)
  }
  return { usable, diagnostics }
}
