import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads one line of standard input. A terminal shows the prompt but not the input. Empty at the end of input. */
export async function readLine(prompt: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const { value = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  process.stdin.destroy()
  if (process.stdin.isTTY) process.stderr.write('\n')
  return String(value).trim()
}
