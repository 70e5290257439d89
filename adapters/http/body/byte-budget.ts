/** The bytes in memory of one body or answer. */
export interface ByteLease {
  /** Sets the size of the lease. `busy` if all leases together would be too large, `caller-busy` if this caller's would be. */
  resize(bytes: number): 'open' | 'busy' | 'caller-busy'
  /** Leases bytes that are already in memory. A single lease may have any size. */
  holdWhole(bytes: number): boolean
  /** Releases the bytes. */
  end(): void
}

/** Limits the bytes in memory at the same time. */
export interface ByteBudget {
  open(caller: string): ByteLease
}

interface Holder {
  bytes: number
  leases: number
}

/**
 * Limits the memory of all uploads and answers together: ten thousand slow uploads must not add up to 100 GB. A caller may have one upload of any
 * size, and more as long as they use no more than the free memory (dynamic thresholds, Choudhury and Hahne 1998): a single caller gets half of it,
 * two callers a third each.
 */
export function createByteBudget(limit: number): ByteBudget {
  const holders = new Map<string, Holder>()
  let held = 0

  function open(caller: string): ByteLease {
    const holder = holders.get(caller) ?? { bytes: 0, leases: 0 }
    holders.set(caller, holder)
    holder.leases += 1
    let own = 0

    function add(bytes: number): void {
      own += bytes
      holder.bytes += bytes
      held += bytes
    }

    return {
      resize(bytes) {
        const more = bytes - own
        if (more > 0 && held + more > limit) return 'busy'
        if (more > 0 && holder.bytes > own && holder.bytes + more > limit - (held + more)) return 'caller-busy'
        add(more)
        return 'open'
      },
      holdWhole(bytes) {
        const fits = held === own || held + bytes - own <= limit
        if (fits) add(bytes - own)
        return fits
      },
      end() {
        add(-own)
        holder.leases -= 1
        if (holder.leases === 0) holders.delete(caller)
      },
    }
  }

  return { open }
}
