import { existsSync, readFileSync } from 'node:fs'

/** The version in our `package.json`: the first one above this module, which lies deeper when it is built. */
export function readVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder)
    if (!existsSync(file)) continue
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
    return version
  }
  return 'unknown'
}
