import type { ByteLease } from './byte-budget.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { BodyLimits } from './read-request-body.ts'

/**
 * Counts the bytes of an answer until its client has taken it. A client must take them as fast as it must send: otherwise a few that never read, each after
 * an upload with many findings, would fill the memory. False when all that is held would be too much. Ends the lease.
 */
export function holdAnswer(c: HttpContext, bytes: number, limits: BodyLimits, lease: ByteLease): boolean {
  const { outgoing } = connectionOf(c)
  const isTaken = outgoing === undefined || outgoing.destroyed
  if (isTaken || !lease.holdWhole(bytes)) {
    lease.end()
    return isTaken
  }
  const drop = (): void => void outgoing.destroy()
  // A socket whose system takes bytes of a long write counts as busy.
  outgoing.setTimeout(limits.bodyIdleMs, drop)
  const total = setTimeout(drop, limits.bodyTotalMs * Math.max(1, Math.ceil(bytes / limits.maxBodyBytes)))
  outgoing.once('close', () => {
    clearTimeout(total)
    lease.end()
  })
  return true
}
