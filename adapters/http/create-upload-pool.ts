import { createScanPool } from '../../src/node/index.ts'
import type { ScanPool, ScanPoolOptions } from '../../src/node/index.ts'
import { UPLOAD_JSON_INTAKE } from './scan-body.ts'

/** A scan pool whose threads can read the bodies of uploads. */
export function createUploadPool(options: Omit<ScanPoolOptions, 'intakes'> = {}): Promise<ScanPool> {
  const intake = new URL(`./upload-json-intake${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  return createScanPool({ ...options, intakes: { [UPLOAD_JSON_INTAKE]: intake } })
}
