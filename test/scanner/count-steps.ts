import type { ScanResult } from '../../src/model/result.ts'
import type { Scanner, ScanStats } from '../../src/model/scanner.ts'
import type { SourceFile } from '../../src/model/source.ts'

export interface Scanned {
  readonly result: ScanResult
  readonly steps: number
}

/** Scans, and counts the steps. */
export const scanWith = async (scanner: Scanner, files: Iterable<SourceFile>, maxScanSteps?: number): Promise<Scanned> => {
  let stats: ScanStats | undefined
  const result = await scanner.scan(files, { limits: maxScanSteps === undefined ? {} : { maxScanSteps }, onStats: (told) => (stats = told) })
  return { result, steps: stats?.steps ?? 0 }
}

/** A list of values, one for each index. */
export const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))

/** Files that pass data on, from a request to `eval`. */
export const chain = (count: number): SourceFile[] =>
  many(count, (index) => ({
    path: `f${String(index).padStart(4, '0')}.js`,
    content: `import { g as next } from './f${String((index + 1) % count).padStart(4, '0')}.js'\nexport function g(x) { ${index % 5 === 4 ? 'eval(x)' : 'next(x)'} }\napp.get('/${index}', (req) => { g(req.query.x) })\neval(location.hash)\n`,
  }))
