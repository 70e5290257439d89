import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/**
 * Runs a step if the content of its inputs or outputs has changed since its last success. Content instead of time: a fresh checkout, a touched file
 * or a restored cache is no change, but an edited or removed output is.
 *
 * @param {{ name: string, inputs: string[], outputs: string[], run: () => void }} step `inputs` and `outputs` are files or folders relative to the
 * root; they need not exist. `run` throws on failure.
 * @returns {boolean} whether it ran
 */
export function runWhenStale({ name, inputs, outputs, run }) {
  const stamp = join(root, '.cache/build', `${name}.sha256`)
  // Computed before the run: an input that changes meanwhile makes the step outdated again.
  const made = hashOf(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === `${made} ${hashOf(outputs)}`) return false
  run()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${made} ${hashOf(outputs)}`)
  return true
}

/** A hash of the content of files and folders, and of the version of Node. */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const path of paths.flatMap(filesBelow).sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => filesBelow(`${path}/${name}`))
}
