import { readFileSync } from 'node:fs'
import type { Environment } from './read-inputs.ts'

/** The fields of a GitHub event that describe the change. */
export interface ChangeEvent {
  /** Number of the pull request. */
  readonly number?: number
  /** Hash of the commit that the change will be merged into. */
  readonly base?: string
}

/** Reads the event of a pull request or merge queue. Undefined for other events. */
export function readEvent({ GITHUB_EVENT_PATH: path }: Environment): ChangeEvent | undefined {
  if (path === undefined || path === '') return undefined
  const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const request = field(event, 'pull_request')
  const group = field(event, 'merge_group')
  if (request === undefined && group === undefined) return undefined
  const number = field(request, 'number')
  const base = field(field(request, 'base'), 'sha') ?? field(group, 'base_sha')
  return { ...(typeof number === 'number' && { number }), ...(isHash(base) && { base }) }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)
}

/** A field of a parsed JSON value, or undefined. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return fields[name]
}
