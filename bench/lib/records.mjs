import { appendFileSync } from 'node:fs'
import { percent } from './measure.mjs'

/**
 * Prints figures immediately and appends them as JSON lines to the file that `run.mjs` names, so that results before a failure are kept.
 *
 * @typedef {{ kind: 'figure', name: string, value: number, unit: string, spread?: number }} Figure
 * @typedef {{ kind: 'judgement', what: string, value: number, limit: number, unit: string, least: boolean, holds: boolean }} Judgement
 */

/**
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {number} [spread] half the range, as a share of the median
 */
export function record(name, value, unit, spread) {
  write({ kind: 'figure', name, value, unit, ...(spread === undefined ? {} : { spread }) })
}

/**
 * A row of a table of the performance page.
 *
 * @param {'application' | 'packages'} kind
 * @param {Record<string, unknown>} row
 */
export function recordRow(kind, row) {
  write({ kind, ...row })
}

/** @param {string} reason the skipped part and the reason */
export function skip(reason) {
  console.log(`skipped: ${reason}`)
  write({ kind: 'skipped', reason })
}

/**
 * Compares a figure with its target and reports the result. Nothing fails.
 *
 * @param {string} what
 * @param {number} value
 * @param {number} limit
 * @param {{ unit?: string, least?: boolean }} [options] `least`: the limit is a minimum
 */
export function judge(what, value, limit, { unit = '', least = false } = {}) {
  const holds = least ? value >= limit : value <= limit
  const say = (number) => (unit === '%' ? percent(number) : `${formatNumber(number)}${unit === '' ? '' : ` ${unit}`}`)
  console.log(`${holds ? 'ok    ' : 'OVER  '}${what}: ${say(value)}, ${least ? 'at least' : 'at most'} ${say(limit)}`)
  write({ kind: 'judgement', what, value, limit, unit, least, holds })
  return holds
}

/** Three digits that count. */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return String(value)
  return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString()
}

function write(entry) {
  const file = process.env.ASSAY_BENCH_RECORDS
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}
