import { readFileSync } from 'node:fs'

/**
 * A clock of the calling thread in milliseconds: its processor time if the system provides it (proc_pid_schedstat on Linux), otherwise wall time.
 * With processor time, a thread that waited for others does not look expensive.
 */
export function createThreadClock(): () => number {
  return readOwnTime() > 0 ? readOwnTime : () => performance.now()
}

/** 0 if unknown. */
function readOwnTime(): number {
  if (process.platform !== 'linux') return 0
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'latin1'), 10) / 1e6
  } catch {
    return 0
  }
}
