import { statSync } from 'node:fs'
import type { LibraryModules } from '../engine/library-modules.ts'
import { changesSince } from '../git/changed-lines.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** Flags of `assay mcp`. */
export interface McpFlags {
  /** False for `--no-pack`. */
  readonly pack?: readonly string[] | false
  readonly rules?: readonly string[]
  /** False for `--no-config`. */
  readonly config?: string | false
}

/** `assay mcp [folder]`: serves on standard input and output until the client closes it. */
export async function runMcp(folder: string, { pack, rules, config }: McpFlags, library: LibraryModules): Promise<number> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandError(EXIT_CODES.wrongUsage, `\`${folder}\` is not a folder. Name the folder that the server may read.`)
  const { serveMcp, ToolError } = await library.mcp()
  await serveMcp({
    folder,
    config,
    packs: pack === false ? [] : pack,
    rules,
    readChanges: (since, cwd) =>
      changesSince(since, cwd).catch((error: unknown) => {
        throw error instanceof CommandError ? new ToolError(error.message) : error
      }),
  })
  return EXIT_CODES.passed
}
