import { readFileSync } from 'node:fs'

/**
 * A clock of the calling thread, in milliseconds: the time that it had a processor, where the system tells (proc_pid_schedstat of Linux), and otherwise the time
 * that passes. Between two readings a thread that had to wait for others is not taken for a costly one.
 */
export function createThreadClock(): () => number {
  return readOwnTime() > 0 ? readOwnTime : () => performance.now()
}

/** 0 where it is not known. */
function readOwnTime(): number {
  if (process.platform !== 'linux') return 0
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6
  } catch {
    return 0
  }
}
