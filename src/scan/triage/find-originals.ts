import type { CompiledFrom, ScanFile, SourceFile, StoredFile } from '../../model/source.ts'
import { isOutputPath, outputOf, sourcesOf } from './output-paths.ts'

/**
 * Tells each file in a folder of compiled code which file of the scan has the same code: its source, or a better output of the same source. If all files are known ahead,
 * they keep their order. Otherwise files in such folders come last, because their originals may come after them.
 */
export async function* findOriginals(files: AsyncIterable<ScanFile>, known?: readonly ScanFile[]): AsyncGenerator<ScanFile> {
  const originals = createOriginals()
  for (const file of known ?? []) originals.add(file)
  const outputs: (SourceFile | StoredFile)[] = []
  for await (const file of files) {
    if (known === undefined) originals.add(file)
    if ('skip' in file || !isOutputPath(file.path)) yield file
    else if (known !== undefined) yield originals.mark(file)
    else outputs.push(file)
  }
  for (const file of outputs) yield originals.mark(file)
}

interface Originals {
  add(file: ScanFile): void
  mark(file: SourceFile | StoredFile): SourceFile | StoredFile
}

function createOriginals(): Originals {
  const paths = new Set<string>()
  /** The best output of each source, by the path without its format. */
  const best = new Map<string, { readonly path: string; readonly rank: number }>()

  function originalOf(path: string): CompiledFrom | undefined {
    const source = sourcesOf(path).find((each) => each !== path && paths.has(each))
    if (source !== undefined) return { path: source, kind: 'source' }
    const { key, rank } = outputOf(path)
    const twin = best.get(key)
    return twin !== undefined && twin.rank < rank ? { path: twin.path, kind: 'twin' } : undefined
  }

  return {
    add: (file) => {
      if ('skip' in file) return
      paths.add(file.path)
      if (!isOutputPath(file.path)) return
      const { key, rank } = outputOf(file.path)
      const known = best.get(key)
      if (known === undefined || rank < known.rank || (rank === known.rank && file.path < known.path)) best.set(key, { path: file.path, rank })
    },
    mark: (file) => {
      const compiledFrom = originalOf(file.path)
      return compiledFrom === undefined ? file : { ...file, compiledFrom }
    },
  }
}
