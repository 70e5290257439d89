import { createScanPool } from '../../../src/node/index.ts'
import type { ScanPool, ScanPoolOptions } from '../../../src/node/index.ts'
import { UPLOAD_KINDS } from './upload-kinds.ts'

/** A scan pool whose threads can read the bodies of uploads. */
export function createUploadPool(options: Omit<ScanPoolOptions, 'intakes'> = {}): Promise<ScanPool> {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const intakes = UPLOAD_KINDS.map(({ intake }) => [intake, new URL(`./${intake}-intake${ending}`, import.meta.url)])
  return createScanPool({ ...options, intakes: Object.fromEntries(intakes) })
}
