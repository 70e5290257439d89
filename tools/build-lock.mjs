import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/**
 * Runs `work` with a lock, because two commands started together in one checkout (`npm start`, `npm test`) must not write the same files: the second
 * one waits, and then finds everything done. Throws the errors of `work`, and after three minutes of waiting.
 *
 * @param {() => void} work
 */
export function withBuildLock(work) {
  const lock = join(root, '.cache/build.lock')
  mkdirSync(dirname(lock), { recursive: true })
  const deadline = Date.now() + 180_000
  while (!takeLock(lock)) {
    if (Date.now() > deadline) throw new Error('another build has held .cache/build.lock for three minutes: remove the file if none runs')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!holderLives(lock)) rmSync(lock, { force: true })
    return false
  }
}

function holderLives(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another user. ENOENT: released meanwhile.
    return error.code === 'EPERM' || error.code === 'ENOENT'
  }
}
