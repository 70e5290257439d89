import { existsSync } from 'node:fs'

/**
 * Address of the module `name` beside the module at `from`, for a thread to load. A thread of plain Node cannot run TypeScript, so from the
 * sources it is the built module, when there is one.
 */
export function siblingModule(from: string, name: string): URL {
  if (!from.endsWith('.ts')) return new URL(`./${name}.js`, from)
  const built = new URL(from.replace(/\/(?=(?:src|adapters)\/(?!.*\/(?:src|adapters)\/))/, '/dist/').replace(/[^/]+$/, `${name}.js`))
  return existsSync(built) ? built : new URL(`./${name}.ts`, from)
}
