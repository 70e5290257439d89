import { type SpawnOptions, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The built command. */
export const MAIN = fileURLToPath(new URL('../../dist/adapters/cli/main.js', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Runs as a user who is not root, so that file permissions apply. */
  readonly unprivileged?: boolean
}

/** The environment of a test, without variables of the current user that change output. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '', HOME: tmpdir(), XDG_CACHE_HOME: makeCacheFolder(), TERM: 'xterm' }

function makeCacheFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-cache-'))
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  return root
}

/** Starts the command as a child process. */
export function startAssay(words: readonly string[], options: RunOptions = {}, spawning: SpawnOptions = {}) {
  const user = options.unprivileged && process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const env = { ...ENVIRONMENT, ...options.env }
  return spawn(process.execPath, [MAIN, ...words], { cwd: options.cwd, env, ...user, ...spawning })
}

/** Runs the command to its end. */
export function runAssay(words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = startAssay(words, options)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }))
    // The command may end before it has read all input.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(options.input ?? '')
  })
}

/** A temporary folder with these files, which is removed at the end of the test. */
export function writeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-cli-'))
  chmodSync(root, 0o755)
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

/** Runs only the rules of the tests: the word `probe_high` in a JavaScript file is a finding with severity high, and so on. */
export const PROBES = ['--no-pack', '--rules', writeProbeRules()] as const

function writeProbeRules(): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-rules-'))
  chmodSync(root, 0o755)
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  for (const severity of ['critical', 'high', 'medium', 'low']) writeFileSync(join(root, `probe-${severity}.yaml`), probeRule(severity))
  return root
}

/** The rule file for the word of a severity. Its name is the id. */
export function probeRule(severity: string, id = `probe-${severity}`): string {
  return `id: ${id}
title: A probe of severity ${severity}
severity: ${severity}
confidence: high
category: injection
cwe: [CWE-95]
languages: [javascript]
description: The tests planted this word.
fix: Take it out.
match:
  regex: probe_${severity}
`
}
