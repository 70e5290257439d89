import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'

/**
 * Overrides for settings of the scanned repository that would make git start programs, read other repositories or change its output.
 * `safe.bareRepository` prevents git from using a folder of the checkout, which a pull request controls, as a repository.
 */
const SAFE_SETTINGS = [
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'diff.external=',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
]
const SAFE = ['--no-pager', '--no-optional-locks', '--no-replace-objects', ...SAFE_SETTINGS.flatMap((setting) => ['-c', setting])]
const MAX_OUTPUT = 2 ** 28

/** Runs git in a folder and returns its output as text. Rejects if git is missing or fails. */
export async function runGit(cwd: string, words: readonly string[]): Promise<string> {
  return (await readGit(cwd, words)).toString('utf8')
}

/** Runs git in a folder and returns its output as bytes. `input` is its standard input. Rejects if git is missing or fails. */
export function readGit(cwd: string, words: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', NoDefaultCurrentDirectoryInExePath: '1' }
    const child = execFile('git', [...SAFE, ...words], { cwd, env, maxBuffer: MAX_OUTPUT, encoding: 'buffer' }, (error, stdout) => {
      if (error === null) resolve(stdout)
      else reject(error)
    })
    // Git may end before it has read all input.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Starts git in a folder for output that is read while it runs. Objects that a partial clone lacks are not fetched. */
export function startGit(cwd: string, words: readonly string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', NoDefaultCurrentDirectoryInExePath: '1' }
  const child = spawn('git', [...SAFE, ...words], { cwd, env })
  // Git may end before it has read all input, and the reader reports how it ended.
  child.stdin.on('error', () => undefined)
  child.stderr.resume()
  return child
}
