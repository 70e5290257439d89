import { createHash, randomBytes } from 'node:crypto'

/** An identity of the provider that is linked to an account after its password was entered. */
export interface PendingLink {
  readonly accountId: string
  readonly subject: string
}

/** One-time tickets for links. Only the hash of a ticket is stored. */
export interface LinkTickets {
  /** A new ticket, valid for ten minutes. */
  issue(link: PendingLink): Promise<string>
  find(ticket: string): Promise<PendingLink | undefined>
  /** Whether the ticket was valid. Only the first of several callers gets true. */
  consume(ticket: string): Promise<boolean>
}

/** The store of the library of accounts for values that expire. */
interface ExpiringValues {
  createVerificationValue(value: { readonly identifier: string; readonly value: string; readonly expiresAt: Date }): Promise<unknown>
  findVerificationValue(identifier: string): Promise<{ readonly value: string; readonly expiresAt: Date } | null>
  consumeVerificationValue(identifier: string): Promise<object | null>
}

/** How long a ticket is valid. */
export const LINK_SECONDS = 600
const TICKET_BYTES = 32

/** Tickets in the tables of accounts. */
export function createLinkTickets(values: () => Promise<ExpiringValues>): LinkTickets {
  return {
    async issue({ accountId, subject }) {
      const ticket = randomBytes(TICKET_BYTES).toString('base64url')
      const expiresAt = new Date(Date.now() + LINK_SECONDS * 1_000)
      await (await values()).createVerificationValue({ identifier: identify(ticket), value: `${accountId} ${subject}`, expiresAt })
      return ticket
    },
    async find(ticket) {
      const found = await (await values()).findVerificationValue(identify(ticket))
      if (found === null || found.expiresAt.getTime() < Date.now()) return undefined
      const space = found.value.indexOf(' ')
      return { accountId: found.value.slice(0, space), subject: found.value.slice(space + 1) }
    },
    consume: async (ticket) => (await (await values()).consumeVerificationValue(identify(ticket))) !== null,
  }
}

function identify(ticket: string): string {
  return `link:${createHash('sha256').update(ticket).digest('hex')}`
}
