import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a temporary file next to the target and renames it, so that readers get the complete old or new file. The temporary name is random and must
 * not exist, so an attacker cannot place a link there. Throws the system's error and removes the temporary file. The default mode is 666, reduced by
 * the umask.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeFileSync(draft, content, { flag: 'wx', mode })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
