/** Bytes that one body or answer holds. */
export interface ByteLease {
  /** Holds so many bytes in all from now on, if that is `open`. `busy` when all together would hold too much, `caller-busy` when this caller would. */
  resize(bytes: number): 'open' | 'busy' | 'caller-busy'
  /** The same for what is whole: alone it may be of any size, since it is there already. */
  holdWhole(bytes: number): boolean
  /** Gives all back. */
  end(): void
}

/** Bounds what is held in memory at the same time. */
export interface ByteBudget {
  open(caller: string): ByteLease
}

interface Holder {
  bytes: number
  leases: number
}

/**
 * Bounds what all uploads and answers together hold in memory: ten thousand slow ones must not add up to 100 GB. A caller may have one of any size, and
 * more as long as it holds no more than is left for others (dynamic thresholds, Choudhury and Hahne 1998): alone it has half, beside another one a third.
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
