import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GNU_TIME = '/usr/bin/time'
const TEN_MINUTES = 600_000

/** @typedef {{ wall: number, cpu: number, peak: number, status: number | null, stdout: string, stderr: string, timedOut: boolean }} Timed */

/**
 * Runs a command. `wall` and `cpu` (including children) are milliseconds, `peak` megabytes of its largest process. The last two are NaN without GNU
 * time.
 *
 * @param {readonly string[]} words
 * @param {{ cwd?: string, env?: Record<string, string>, timeout?: number }} [options]
 * @returns {Timed}
 */
export function timeCommand(words, { cwd, env = {}, timeout = TEN_MINUTES } = {}) {
  const report = join(tmpdir(), `assay-time-${process.pid}`)
  const gnu = existsSync(GNU_TIME)
  const [command, ...rest] = gnu ? [GNU_TIME, '-f', '%U %S %M', '-o', report, ...words] : words
  const started = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    encoding: 'utf8',
    timeout,
    maxBuffer: 1 << 28,
  })
  const wall = performance.now() - started
  const [user, system, kilobytes] =
    gnu && existsSync(report) ? (readFileSync(report, 'utf8').trim().split('\n').at(-1) ?? '').split(' ').map(Number) : []
  rmSync(report, { force: true })
  return {
    wall,
    cpu: ((user ?? Number.NaN) + (system ?? Number.NaN)) * 1000,
    peak: (kilobytes ?? Number.NaN) / 1024,
    status,
    stdout,
    stderr,
    timedOut: error !== undefined && 'code' in error && error.code === 'ETIMEDOUT',
  }
}

/**
 * Runs commands alternately, so that a slower machine affects all of them.
 *
 * @param {readonly { name: string, words: readonly string[], cwd?: string, env?: Record<string, string>, timeout?: number }[]} commands
 * @param {number} rounds
 * @returns {Map<string, Timed[]>}
 */
export function timeInTurns(commands, rounds) {
  /** @type {Map<string, Timed[]>} */
  const times = new Map(commands.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, words, ...options } of commands) times.get(name)?.push(timeCommand(words, options))
  }
  return times
}
