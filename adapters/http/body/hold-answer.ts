import type { ByteLease } from './byte-budget.ts'
import { connectionOf, type HttpContext } from '../callers/http-env.ts'
import type { BodyLimits } from './read-request-body.ts'

/**
 * Counts the bytes of an answer until the client has received it. The client must read as fast as it must send. Otherwise a few clients that upload
 * files with many findings and never read would fill the memory. False if the limit would be exceeded. Ends the lease.
 */
export function holdAnswer(c: HttpContext, bytes: number, limits: BodyLimits, lease: ByteLease): boolean {
  const { outgoing } = connectionOf(c)
  const isTaken = outgoing === undefined || outgoing.destroyed
  if (isTaken || !lease.holdWhole(bytes)) {
    lease.end()
    return isTaken
  }
  const drop = (): void => void outgoing.destroy()
  // A socket counts as busy while the system accepts bytes of a long write.
  outgoing.setTimeout(limits.bodyIdleMs, drop)
  const total = setTimeout(drop, limits.bodyTotalMs * Math.max(1, Math.ceil(bytes / limits.maxBodyBytes)))
  outgoing.once('close', () => {
    clearTimeout(total)
    lease.end()
  })
  return true
}
