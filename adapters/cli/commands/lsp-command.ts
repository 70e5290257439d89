import type { LibraryModules } from '../engine/library-modules.ts'
import { cacheFolder } from '../files/cache-folder.ts'

/** Flags of `assay lsp`. */
export interface LspFlags {
  /** False for `--no-cache`. */
  readonly cache: boolean
}

/** `assay lsp`: serves on standard input and output until the editor ends it, which also ends the process. */
export async function runLsp({ cache }: LspFlags, library: LibraryModules): Promise<number> {
  const { serveLsp } = await library.lsp()
  await serveLsp({ cacheFolder: cache ? cacheFolder(process.env, process.platform) : undefined })
  return 0
}
