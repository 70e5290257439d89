import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

const LEAST_PRIORITY = 19

/**
 * Lets every other thread of the machine run before the calling one, by so much more niceness than it has. On Linux alone a thread has a priority of its own
 * (setpriority(2), "C library/kernel differences"); elsewhere, and where /proc is not mounted, nothing changes.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(getPriority(thread) + niceness, LEAST_PRIORITY))
  } catch {
    // The thread works as before, only sooner than others would like.
  }
}
