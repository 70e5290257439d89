import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

const LEAST_PRIORITY = 19

/**
 * Lowers the priority of the calling thread by a niceness. Only on Linux threads have their own priority (setpriority(2), "C library/kernel
 * differences"). Elsewhere, and without /proc, nothing changes.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(getPriority(thread) + niceness, LEAST_PRIORITY))
  } catch {
    // The thread keeps its priority.
  }
}
