import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SkippedSource, SourceFile } from '../../src/node/index.ts'

/** The content of a file that was scanned, by its reported path; undefined when it is gone. */
export type SourceReader = (path: string) => string | Uint8Array | undefined

/** Reads scanned files once more, for their snippets: findings are few, and what all files hold would not fit into memory. The last file is kept. */
export function createSourceReader(cwd: string, stdin: SourceFile | SkippedSource | undefined): SourceReader {
  let last: { readonly path: string; readonly content: Uint8Array | undefined } | undefined
  return (path) => {
    if (stdin !== undefined && 'content' in stdin && stdin.path === path) return stdin.content
    if (last?.path !== path) last = { path, content: readOrNothing(resolve(cwd, path)) }
    return last.content
  }
}

function readOrNothing(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
