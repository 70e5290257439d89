import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ReadFile } from '../../../src/node/index.ts'

/** The content of a file that was scanned, by its reported path; undefined when it is gone. */
export type SourceReader = (path: string) => string | Uint8Array | undefined

/** Reads scanned files once more, for their snippets: few have findings, and what all files hold would not fit into memory. */
export function createSourceReader(cwd: string, stdin: ReadFile | undefined, packed: ReadonlyMap<string, ReadFile> = new Map()): SourceReader {
  return (path) => {
    if (stdin !== undefined && 'content' in stdin && stdin.path === path) return stdin.content
    const inArchive = packed.get(path)
    if (inArchive !== undefined) return 'content' in inArchive ? inArchive.content : undefined
    try {
      const file = resolve(cwd, path)
      // What was put in its place since, such as a pipe, might be waited for without end.
      return statSync(file).isFile() ? readFileSync(file) : undefined
    } catch {
      return undefined
    }
  }
}
