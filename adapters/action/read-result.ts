import { readFileSync } from 'node:fs'

/** The numbers of a scan that the step reports. */
export interface ActionResult {
  readonly grade: string
  readonly score: number
  readonly criticalCount: number
  readonly highCount: number
  readonly mediumCount: number
  readonly lowCount: number
  readonly findings: readonly unknown[]
}

/** Reads the JSON report of a scan. Undefined if it is missing or incomplete: then the scan failed, whatever its exit code was. */
export function readResult(file: string): ActionResult | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isResult(value) ? value : undefined
  } catch {
    return undefined
  }
}

const NUMBERS = ['score', 'criticalCount', 'highCount', 'mediumCount', 'lowCount'] as const

function isResult(value: unknown): value is ActionResult {
  if (typeof value !== 'object' || value === null) return false
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return NUMBERS.every((name) => typeof fields[name] === 'number') && typeof fields.grade === 'string' && Array.isArray(fields.findings)
}
