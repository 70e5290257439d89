import { applySettings, type ScanResult } from '../../src/node/index.ts'
import type { OpenedProject } from './open-project.ts'

/** A result with the overrides of the project's settings: changed severities, and findings that are turned off. */
export function settleResult(result: ScanResult, { overrides, pathOf }: Pick<OpenedProject, 'overrides' | 'pathOf'>): ScanResult {
  return applySettings(result, { overrides }, pathOf)
}
