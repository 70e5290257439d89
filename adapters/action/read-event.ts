import { readFileSync } from 'node:fs'
import type { Environment } from './read-inputs.ts'

/** What the event of a run says of the change that it is about. */
export interface ChangeEvent {
  /** Of the pull request. */
  readonly number?: number
  /** Hash of the commit that the change is to be merged into. */
  readonly base?: string
}

/** Reads the event of a run about a pull request or a merge queue; undefined for any other. */
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

/** A field of what JSON holds; undefined when there is none. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return fields[name]
}
