import { existsSync, readFileSync } from 'node:fs'

/** The version of the nearest `package.json` above this module. The module is deeper after the build. */
export function readVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder)
    if (!existsSync(file)) continue
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
    return version
  }
  return 'unknown'
}
