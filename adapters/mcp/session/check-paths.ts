import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { leadsOutside } from '../../../src/node/index.ts'
import { ToolError } from './tool-error.ts'

/** Refuses paths that leave the folder, as written or through a symbolic link, and paths that do not exist. */
export function checkPaths(paths: readonly string[], folder: string): void {
  for (const path of paths) {
    const full = resolve(folder, path)
    if (path.includes('\0') || leadsOutside(full, folder))
      throw new ToolError(`\`${path}\` is outside the folder that this server may read. Use paths inside it.`)
    if (!existsSync(full)) throw new ToolError(`\`${path}\` does not exist.`)
  }
}
