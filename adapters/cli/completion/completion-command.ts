import type { Command } from 'commander'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { writeStream } from '../output/write-output.ts'
import { listCommandWords } from './list-command-words.ts'
import { toBash } from './to-bash.ts'
import { toFish } from './to-fish.ts'
import { toZsh } from './to-zsh.ts'

/** Shells that `assay completion` supports. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
/** A supported shell. */
export type Shell = (typeof SHELLS)[number]

/** `assay completion <shell>`: a script generated from the current commands. */
export async function printCompletion(shell: Shell, program: Command): Promise<number> {
  await writeStream(process.stdout, { bash: toBash, zsh: toZsh, fish: toFish }[shell](listCommandWords(program)))
  return EXIT_CODES.passed
}
