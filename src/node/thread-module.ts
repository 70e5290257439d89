import { existsSync } from 'node:fs'

/**
 * The module that a thread loads for `module`. A thread in plain Node cannot run TypeScript, so it loads the built module for a source of this
 * repository, if there is one.
 */
export function threadModule(module: URL): URL {
  if (!module.pathname.endsWith('.ts')) return module
  const built = new URL(module.href.replace(/\/(?=(?:src|adapters)\/(?!.*\/(?:src|adapters)\/))/, '/dist/').replace(/\.ts$/, '.js'))
  return existsSync(built) ? built : module
}
