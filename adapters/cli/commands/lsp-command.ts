import type { Doors } from '../engine/doors.ts'
import { cacheFolder } from '../files/cache-folder.ts'

/** Flags of `assay lsp`. */
export interface LspFlags {
  /** False for `--no-cache`. */
  readonly cache: boolean
}

/** `assay lsp`: serves on standard input and output until the editor ends it, which also ends the process. */
export async function runLsp({ cache }: LspFlags, doors: Doors): Promise<number> {
  const { serveLsp } = await doors.lsp()
  await serveLsp({ cacheFolder: cache ? cacheFolder(process.env, process.platform) : undefined })
  return 0
}
