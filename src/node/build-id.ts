import { readFileSync } from 'node:fs'
import { ENGINE_VERSION } from '../index.ts'
import { packageRoot } from './package-root.ts'

/** Stands for the engine as it was built: what was kept by another build is not used. Sources that run as they are have their version alone. */
export function buildId(): string {
  return import.meta.url.endsWith('.ts') ? ENGINE_VERSION : readFileSync(new URL('dist/build-id', packageRoot()), 'utf8')
}
