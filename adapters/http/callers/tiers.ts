import type { Scope } from '../keys/store/key-store.ts'

/** The limits for a kind of caller. */
export interface Tier {
  /** Name of the pack it scans with. */
  readonly pack: string
  /** JSON uploads a minute. */
  readonly jsonPerMinute: number
  /** ZIP uploads a minute. */
  readonly zipPerMinute: number
  /** Maximum steps of one scan. The rest is a gap of the result. */
  readonly maxScanSteps: number
  /** Maximum bytes of one body, as sent and as decoded. The limit of the service also applies. */
  readonly maxBodyBytes: number
  /** Whether findings are put to the language model, if the operator configured one. */
  readonly triage: boolean
}

/** The tiers that every service has. */
export interface Tiers {
  /** Callers without a token, counted by address. */
  readonly anonymous: Tier
  /** Callers with a token: counted by address if there are no keys. Also the defaults for plans. */
  readonly bearer: Tier
}

/** Overrides for the default tiers. */
export type TierOptions = { readonly [Name in keyof Tiers]?: Partial<Tier> }

/** The default limits. Only the limit of the service applies to bodies. */
export const DEFAULT_TIERS: Tiers = {
  anonymous: { pack: 'public', jsonPerMinute: 5, zipPerMinute: 3, maxScanSteps: 20_000_000, maxBodyBytes: Number.MAX_SAFE_INTEGER, triage: false },
  bearer: { pack: 'public', jsonPerMinute: 30, zipPerMinute: 30, maxScanSteps: 200_000_000, maxBodyBytes: Number.MAX_SAFE_INTEGER, triage: false },
}

/** Limits of accounts by plan. */
export type Plans = Readonly<Record<string, Plan>>

/** The limits of one plan. The defaults are those of all callers with a token. */
export interface Plan extends Partial<Tier> {
  readonly pack: string
  /** Scopes that its keys may have at most. By default the scopes of each key. */
  readonly scopes?: readonly Scope[]
}

/** Plans that exist unless the settings redefine them. */
export const DEFAULT_PLANS: Plans = { free: { pack: 'public' }, paid: { pack: 'full', triage: true } }

/** The default tiers with overrides. Throws `RangeError` for impossible values. */
export function readTiers(given: TierOptions = {}): Tiers {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(DEFAULT_TIERS, name)) throw new RangeError(`\`tiers.${name}\` is not a tier. Tiers: ${Object.keys(DEFAULT_TIERS).join(', ')}.`)
  }
  return {
    anonymous: readTier('anonymous', DEFAULT_TIERS.anonymous, given.anonymous),
    bearer: readTier('bearer', DEFAULT_TIERS.bearer, given.bearer),
  }
}

/** What a field must be: a test, and its words. */
type Wanted = readonly [test: (value: unknown) => boolean, words: string]

const A_COUNT: Wanted = [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number from 0']
const WANTED: Readonly<Record<string, Wanted | undefined>> = {
  pack: [(value) => typeof value === 'string' && value !== '', 'the name of a pack'],
  triage: [(value) => typeof value === 'boolean', '`true` or `false`'],
}

function readTier(name: string, standard: Tier, given: Partial<Tier> = {}): Tier {
  for (const [key, value] of Object.entries(given)) {
    const field = `\`tiers.${name}.${key}\``
    if (!Object.hasOwn(standard, key)) throw new RangeError(`${field} is not a field of a tier. Fields: ${Object.keys(standard).join(', ')}.`)
    if (value === undefined) continue
    const [test, words] = WANTED[key] ?? A_COUNT
    if (!test(value)) throw new RangeError(`${field} must be ${words}.`)
  }
  return overTier(standard, given)
}

/** A tier with overrides. */
export function overTier(tier: Tier, given: Partial<Tier>): Tier {
  return {
    pack: given.pack ?? tier.pack,
    jsonPerMinute: given.jsonPerMinute ?? tier.jsonPerMinute,
    zipPerMinute: given.zipPerMinute ?? tier.zipPerMinute,
    maxScanSteps: given.maxScanSteps ?? tier.maxScanSteps,
    maxBodyBytes: given.maxBodyBytes ?? tier.maxBodyBytes,
    triage: given.triage ?? tier.triage,
  }
}
