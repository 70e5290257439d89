import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './engine.mjs'

/**
 * The command for a whole scan of the current folder with all rules, in a cold process. It writes its report and prints statistics.
 *
 * @param {{ output: string, workers?: number, cache?: string, more?: readonly string[] }} options `workers`: threads besides the main one; 0 scans in
 * the main thread
 * @returns {string[]}
 */
export function scanCommand({ output, workers, cache, more = [] }) {
  return [
    ...[process.execPath, join(build, 'adapters/cli/main.js'), 'scan', '.', '--stats', '--quiet', '--fail-on', 'never'],
    ...['--format', 'json', '--output', output],
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
    ...(cache === undefined ? [] : ['--cache', cache]),
    ...more,
  ]
}

/**
 * The statistics of the scan: milliseconds of each phase, and the number of gaps by reason.
 *
 * @param {import('./time-command.mjs').Timed} run
 * @param {string} output of the command
 * @returns {{ phases: Record<string, number>, gaps: Record<string, number>, findings: number }}
 */
export function readScan({ status, stderr }, output) {
  if (status !== 0) throw new Error(`The scan exited with ${status}: ${stderr.trim()}`)
  const line = /^time .*$/m.exec(stderr)?.[0] ?? ''
  const phases = Object.fromEntries([...line.matchAll(/([\w-]+) ([\d.]+) s(?=[,)])/g)].map(([, phase, seconds]) => [phase, Number(seconds) * 1000]))
  const { partial, findings } = JSON.parse(readFileSync(output, 'utf8'))
  const gaps = {}
  for (const { reason } of partial) gaps[reason] = (gaps[reason] ?? 0) + 1
  return { phases, gaps, findings: findings.length }
}
