import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { needs } from './needs.ts'
import { MAIN } from './run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', LC_ALL: 'C' }

/** `found` is the complete list of choices; `among` is a part of it. */
const LINES = [
  { name: 'a command', line: 'assay sc', found: ['scan'] },
  { name: 'commands', line: 'assay ', among: ['scan', 'init', 'fix', 'baseline', 'rules', 'serve', 'admin', 'login', 'help'] },
  { name: 'commands within', line: 'assay baseline ', found: ['create', 'help', 'show', 'update'] },
  { name: 'commands within these', line: 'assay admin keys ', found: ['create', 'help', 'list', 'revoke'] },
  { name: 'an option', line: 'assay scan --fail', found: ['--fail-on'] },
  { name: 'values', line: 'assay scan --fail-on ', found: ['critical', 'high', 'low', 'medium', 'never'] },
  { name: 'values that an option of that name has in this command', line: 'assay scan --format ', among: ['sarif', 'gitlab', 'markdown'] },
  { name: 'values that it has in another', line: 'assay admin keys list --format ', found: ['json', 'text'] },
  { name: 'shells', line: 'assay completion ', found: ['bash', 'fish', 'zsh'] },
  { name: 'the topics of help', line: 'assay help ', among: ['scan', 'settings', 'suppressions'] },
  { name: 'files', line: 'assay scan ', among: ['app.js'] },
]

const ASK = { bash: askBash, zsh: askZsh, fish: askFish } as const

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const isThere = needs(spawnSync(shell, ['--version']).status === 0, `there is no ${shell} that completes`)

  const script = join(folder, `assay.${shell}`)
  if (isThere) writeFileSync(script, execFileSync(process.execPath, [MAIN, 'completion', shell]))

  it.runIf(isThere).each(LINES)('completes $name', ({ line, found, among = [] }) => {
    const place = mkdtempSync(join(folder, 'place-'))
    writeFileSync(join(place, 'app.js'), '')
    const words = ASK[shell](script, line, place)
    if (found !== undefined) expect(words.toSorted()).toEqual(found)
    expect(words).toEqual(expect.arrayContaining(among))
  })
})

function askBash(script: string, line: string, cwd: string): string[] {
  const words = line.split(' ')
  const ask = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _assay; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask, script, ...words], { cwd, encoding: 'utf8', env: environment })
  expect(stderr).toBe('')
  const found = stdout.split('\n').filter((word) => word !== '' && (!word.startsWith('-') || line.includes(' --f')))
  // Without an answer bash itself names files.
  return found.length > 0 ? found : ['app.js']
}

function askFish(script: string, line: string, cwd: string): string[] {
  const ask = `source ${script}; complete -C ${JSON.stringify(line)}`
  const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', ask], { cwd, encoding: 'utf8', env: environment })
  expect(stderr).toBe('')
  return stdout.split('\n').flatMap((each) => each.split('\t')[0] || [])
}

/** A terminal in which the line is written and Tab is pressed. */
const TERMINAL = `
zmodload zsh/zpty
zpty z zsh -f -i
until_told() { local text; out=''; while zpty -r z text; do out+=$text; [[ $out == *$1* ]] && return; done }
zpty -w z "PROMPT='' RPROMPT='' LISTMAX=1000; unsetopt beep prompt_cr prompt_sp zle_bracketed_paste; stty cols 200 rows 60 -echo; source $1"
zpty -w z "bindkey '^I' list-choices; told() { print -r -- TO''LD }; zle -N told; bindkey '^X' told; print REA''DY"
until_told READY
zpty -w -n z "$2"$'\\t\\x18'
until_told TOLD
print -r -- "$out"
zpty -d z
`

function askZsh(script: string, line: string, cwd: string): string[] {
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', TERMINAL, 'zsh', script, line], {
    cwd,
    encoding: 'utf8',
    env: environment,
    timeout: 30_000,
  })
  expect(stderr).toBe('')
  // The output below the line, up to the escape sequence that moves the cursor back. A line has either names, or a name and its description.
  const listed = stdout.split('\x1b[J').at(-1)?.split('\x1b[A')[0] ?? ''
  // oxlint-disable-next-line no-control-regex
  const lines = listed.replace(/\x1b\[\d*[A-Za-z]/g, '').split(/\r?\n/)
  return lines
    .flatMap((each) => (/ -- /.test(each) ? [each.split(/\s+-- /)[0]] : each.split(/\s+/)))
    .filter((word) => /^[\w.-]+$/.test(word) && word !== 'TOLD')
}
