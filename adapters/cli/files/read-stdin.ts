import { fstatSync } from 'node:fs'
import type { SkippedSource, SourceFile } from '../../../src/node/index.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** Reads standard input up to the maximum file size. Rejects with the signal's reason. */
export async function readStdin(path: string, maxFileBytes: number, signal: AbortSignal): Promise<SourceFile | SkippedSource> {
  // Node reads a folder as empty input.
  if (fstatSync(0).isDirectory())
    throw new CommandError(EXIT_CODES.wrongUsage, 'standard input is a folder. Pass the folder as a path instead of `-`.')
  const chunks: Uint8Array[] = []
  let length = 0
  signal.addEventListener('abort', () => process.stdin.destroy(signal.reason), { once: true })
  for await (const chunk of process.stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    chunks.push(bytes)
    length += bytes.length
    if (length > maxFileBytes)
      return { path, skip: { reason: 'too-large', detail: `Standard input is larger than the limit of ${maxFileBytes} bytes.` } }
  }
  return { path, content: Buffer.concat(chunks) }
}
