import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ReadFile } from '../../../src/node/index.ts'

/** Returns the content of a scanned file by its reported path, or undefined if it is gone. */
export type SourceReader = (path: string) => string | Uint8Array | undefined

/** Reads scanned files again for their snippets. Few files have findings, and the content of all files would not fit into memory. */
export function createSourceReader(cwd: string, stdin: ReadFile | undefined, packed: ReadonlyMap<string, ReadFile> = new Map()): SourceReader {
  return (path) => {
    if (stdin !== undefined && 'content' in stdin && stdin.path === path) return stdin.content
    const inArchive = packed.get(path)
    if (inArchive !== undefined) return 'content' in inArchive ? inArchive.content : undefined
    try {
      const file = resolve(cwd, path)
      // If a pipe replaced the file since the scan, reading it would block.
      return statSync(file).isFile() ? readFileSync(file) : undefined
    } catch {
      return undefined
    }
  }
}
