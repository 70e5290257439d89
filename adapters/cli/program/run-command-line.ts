import { describeFailure } from '../messages/describe-failure.ts'
import type { LibraryModules } from '../engine/library-modules.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'
import { advise } from './advise.ts'
import { buildProgram } from './build-program.ts'

/** Runs one command line (without the program's name) and returns the exit code. Never throws for mistakes of a user. */
export async function runCommandLine(words: readonly string[], library: LibraryModules): Promise<number> {
  let exitCode: number = EXIT_CODES.passed
  const program = buildProgram(library, async (run) => void (exitCode = await run()))
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    const failure = describeFailure(error)
    const advice = await advise(error, words, program, library)
    if (advice !== undefined) process.stderr.write(`${advice}\n`)
    if (failure.message !== '') process.stderr.write(`${failure.message}\n`)
    return failure.exitCode
  }
}
