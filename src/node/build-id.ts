import { readFileSync } from 'node:fs'
import { ENGINE_VERSION } from '../index.ts'
import { packageRoot } from './package-root.ts'

/** Identifies the build of the engine, so that cached values of another build are not used. Without a build it is the version. */
export function buildId(): string {
  return import.meta.url.endsWith('.ts') ? ENGINE_VERSION : readFileSync(new URL('dist/build-id', packageRoot()), 'utf8')
}
