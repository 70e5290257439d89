import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lets every other thread of the machine run before the calling one, by so much niceness (0 to 19). On Linux alone a thread has a priority of its own
 * (setpriority(2), "C library/kernel differences"); elsewhere, and where /proc is not mounted, nothing changes.
 */
export function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness)
  } catch {
    // The thread works as before, only sooner than others would like.
  }
}
