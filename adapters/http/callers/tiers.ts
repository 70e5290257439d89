import type { Scope } from '../keys/store/key-store.ts'

/** What a kind of caller may do. */
export interface Tier {
  /** Name of the pack it scans with. */
  readonly pack: string
  /** JSON uploads a minute. */
  readonly jsonPerMinute: number
  /** ZIP uploads a minute. */
  readonly zipPerMinute: number
  /** Steps that one scan may take. What there are none left for is a gap of its result. */
  readonly maxScanSteps: number
  /** Bytes of one body, as sent and as decoded. Never more than the limit of the service. */
  readonly maxBodyBytes: number
}

/** The tiers that every service has. */
export interface Tiers {
  /** Callers without a token, by address. */
  readonly anonymous: Tier
  /** Callers with a token: by address where there are no keys, and what an account's plan leaves open. */
  readonly bearer: Tier
}

/** What is said of the tiers; the rest is as it is by default. */
export type TierOptions = { readonly [Name in keyof Tiers]?: Partial<Tier> }

/** What holds where nothing else is set. Bodies are bounded by the limit of the service alone. */
export const DEFAULT_TIERS: Tiers = {
  anonymous: { pack: 'public', jsonPerMinute: 5, zipPerMinute: 3, maxScanSteps: 20_000_000, maxBodyBytes: Number.MAX_SAFE_INTEGER },
  bearer: { pack: 'public', jsonPerMinute: 30, zipPerMinute: 30, maxScanSteps: 200_000_000, maxBodyBytes: Number.MAX_SAFE_INTEGER },
}

/** What accounts may do, by the names of their plans. */
export type Plans = Readonly<Record<string, Plan>>

/** What accounts of one plan may do. What it leaves open is as for every caller with a token. */
export interface Plan extends Partial<Tier> {
  readonly pack: string
  /** What its keys may do at most. By default what each key says. */
  readonly scopes?: readonly Scope[]
}

/** The plans that are there where nobody names one of their name. */
export const DEFAULT_PLANS: Plans = { free: { pack: 'public' }, paid: { pack: 'full' } }

/** The tiers by default, with what is given over them. Throws `RangeError` for what a tier cannot have. */
export function readTiers(given: TierOptions = {}): Tiers {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(DEFAULT_TIERS, name)) throw new RangeError(`\`tiers.${name}\` is not a tier. Tiers: ${Object.keys(DEFAULT_TIERS).join(', ')}.`)
  }
  return {
    anonymous: readTier('anonymous', DEFAULT_TIERS.anonymous, given.anonymous),
    bearer: readTier('bearer', DEFAULT_TIERS.bearer, given.bearer),
  }
}

function readTier(name: string, standard: Tier, given: Partial<Tier> = {}): Tier {
  for (const [key, value] of Object.entries(given)) {
    const field = `\`tiers.${name}.${key}\``
    if (!Object.hasOwn(standard, key)) throw new RangeError(`${field} is not a field of a tier. Fields: ${Object.keys(standard).join(', ')}.`)
    if (value === undefined) continue
    if (key === 'pack' ? typeof value === 'string' && value !== '' : Number.isSafeInteger(value) && Number(value) >= 0) continue
    throw new RangeError(`${field} must be ${key === 'pack' ? 'the name of a pack' : 'a whole number from 0'}.`)
  }
  return overTier(standard, given)
}

/** A tier, with what is given over it. */
export function overTier(tier: Tier, given: Partial<Tier>): Tier {
  return {
    pack: given.pack ?? tier.pack,
    jsonPerMinute: given.jsonPerMinute ?? tier.jsonPerMinute,
    zipPerMinute: given.zipPerMinute ?? tier.zipPerMinute,
    maxScanSteps: given.maxScanSteps ?? tier.maxScanSteps,
    maxBodyBytes: given.maxBodyBytes ?? tier.maxBodyBytes,
  }
}
