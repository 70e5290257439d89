import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { LINE_END, makeHarmless } from './make-harmless.ts'

/** A program, its arguments, and its working folder. */
export interface Child {
  readonly words: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Runs a program without a shell and prints its output as plain text. While it runs, the runner ignores commands, and each line is also made
 * harmless. Returns the exit code, or undefined if a signal ended the program. Rejects if the program cannot be started.
 */
export async function runChild({ words: [program, ...words], cwd, env }: Child): Promise<number | undefined> {
  // The program does not know the token, so nothing that it prints can end this mode.
  const token = randomUUID()
  process.stdout.write(`::stop-commands::${token}\n`)
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const printers = [child.stdout, child.stderr].map((stream) => {
        const printer = createPrinter()
        stream.on('data', printer.print)
        return printer
      })
      child.on('error', (error) => reject(new Error(`Assay cannot be started: ${error.message}`)))
      child.on('close', (code) => {
        for (const printer of printers) printer.end()
        resolve(code ?? undefined)
      })
    })
  } finally {
    process.stdout.write(`::${token}::\n`)
  }
}

/** UTF-16 units of a line. A longer line is printed in parts, each on its own line. */
const MAX_LINE = 65_536

/** Prints complete lines of one stream to standard output. Both streams go there so that their order is kept. */
function createPrinter() {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const printLine = (line: string): void => void process.stdout.write(`${makeHarmless(line)}\n`)
  return {
    print: (chunk: Buffer): void => {
      const lines = (rest + decoder.write(chunk)).split(LINE_END)
      rest = lines.pop() ?? ''
      for (const line of lines) printLine(line)
      for (; rest.length > MAX_LINE; rest = rest.slice(MAX_LINE)) printLine(rest.slice(0, MAX_LINE))
    },
    end: (): void => {
      const last = rest + decoder.end()
      if (last !== '') printLine(last)
    },
  }
}
