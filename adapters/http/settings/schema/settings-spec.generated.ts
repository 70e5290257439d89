// Generated from settings.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.

/** Settings of the service, written as JSON or YAML. */
export interface Settings {
  /** Location of this schema, for editors. */
  $schema?: string
  /** Address to listen on. By default 127.0.0.1. */
  host?: string
  /** Port to listen on. By default 3000. 0 chooses a free port. */
  port?: number
  /** Number of reverse proxies that append to `X-Forwarded-For`. By default 0: the header is ignored. */
  trustedProxyHops?: number
  /** Origins of other web pages that may call the API; `*` for all. By default none. */
  corsOrigins?: string[]
  /** Path of the settings of the triage by a language model. Its key is read from `ASSAY_TRIAGE_KEY`. By default there is no triage. */
  triageSettings?: string
  /** Seconds for which browsers must use TLS (`Strict-Transport-Security`). */
  hstsSeconds?: number
  /** Maximum number of open connections. By default 2,000. */
  maxConnections?: number
  /** Maximum number of connections per client address. By default a tenth of `maxConnections`, or all of them behind a trusted proxy. */
  maxConnectionsPerAddress?: number
  /** Redis in which replicas share rate limits. By default each process counts separately. */
  redisUrl?: string
  /** Queue of workers that run large scans. By default the service runs all scans in its own threads. */
  queue?: {
    /** Redis that holds the queue of large scans for workers (`assay worker`). It must not evict keys. */
    redisUrl: string
    /** Minimum size of a body, in bytes, that is sent to workers. By default 131,072. 0 sends all bodies. */
    fromBytes?: number
    /** Maximum number of bytes of all bodies in the queue. By default 256 MiB. */
    maxBytes?: number
  }
  /** Bearer token that allows reading `/metrics`. By default clients that connect directly from a private address may read it. */
  metricsToken?: string
  /** Also send rate limits in the structured fields `RateLimit` and `RateLimit-Policy`. By default false. */
  structuredRateHeaders?: boolean
  tiers?: {
    anonymous?: Tier
    bearer?: Tier
  }
  /** Limits of keys and accounts by name of the plan. The plans `free` and `paid` exist by default and can be redefined. */
  plans?: {
    [k: string]: Plan
  }
  /** Database of API keys: the path of a SQLite file, or `postgres://…`. By default a file in the data folder of the user, if it exists. */
  database?: string
  /** Fixed API keys. If this setting is present, even as an empty list, unknown tokens are rejected. */
  keys?: Key[]
  accounts?: Accounts
  limits?: {
    /** Maximum size of one body in bytes, as sent and after decompression. By default 10 MiB. */
    maxBodyBytes?: number
    /** Maximum number of bytes of all bodies and responses in memory. By default 128 MiB. */
    maxBufferedBytes?: number
    /** Maximum number of files in one upload. By default 5,000. */
    maxFiles?: number
    /** Maximum length of a path in UTF-16 units. By default 4,096. */
    maxPathLength?: number
    /** Maximum number of entries in a ZIP archive. By default 50,000. */
    maxArchiveEntries?: number
    /** Maximum decompressed size of the files in a ZIP archive, in bytes. By default 64 MiB. */
    maxInflatedBytes?: number
    /** Maximum number of milliseconds without receiving or sending a byte. By default 10,000. */
    bodyIdleMs?: number
    /** Maximum number of milliseconds for receiving a whole body. By default 60,000. */
    bodyTotalMs?: number
  }
  scans?: {
    /** Folders with additional rules. */
    rules?: string[]
    /** Number of parallel scans. By default the number of processors minus one, from 2 to 8. */
    workers?: number
    /** Maximum number of waiting scans. By default 64. */
    queueLimit?: number
    /** Maximum waiting time of a scan in milliseconds. By default 20,000. */
    queueWaitMs?: number
    /** Maximum duration of a scan in milliseconds. By default 30,000. */
    budgetMs?: number
    /** Maximum JavaScript heap of a thread in megabytes. By default 768. */
    heapMb?: number
  }
}
export interface Tier {
  /** Name of the rule pack. */
  pack?: string
  /** JSON uploads per minute. */
  jsonPerMinute?: number
  /** ZIP uploads per minute. */
  zipPerMinute?: number
  /** Maximum number of steps of one scan. */
  maxScanSteps?: number
  /** Maximum size of one body in bytes. `limits.maxBodyBytes` also applies. */
  maxBodyBytes?: number
  /** Put findings to the language model of `triageSettings`. By default true for the built-in plan `paid`, else false. */
  triage?: boolean
}
export interface Plan {
  /** Name of the rule pack. */
  pack: string
  /** JSON uploads per minute. */
  jsonPerMinute?: number
  /** ZIP uploads per minute. */
  zipPerMinute?: number
  /** Maximum number of steps of one scan. */
  maxScanSteps?: number
  /** Maximum size of one body in bytes. `limits.maxBodyBytes` also applies. */
  maxBodyBytes?: number
  /** Put findings to the language model of `triageSettings`. By default true for the built-in plan `paid`, else false. */
  triage?: boolean
  /** Scopes that keys of this plan may have at most. By default the scopes of each key. */
  scopes?: ('scan' | 'rules' | 'admin')[]
}
export interface Key {
  /** SHA-256 of the token, in hexadecimal. */
  sha256: string
  /** Name of the account. Quotas are counted per account. */
  account: string
  /** Name of a plan. */
  plan: string
}
export interface Accounts {
  /** Public URL of the service, without a path. */
  publicUrl: string
  /** Secret that signs cookies; the same for all replicas. At least 32 random characters. */
  secret: string
  /** Whether anybody may create an account with a password. By default only operators create accounts. */
  openSignUp?: boolean
  /** Plan of accounts that are not created by an operator. By default `free`. */
  plan?: string
  /** Days until a login of the command line expires. By default 90. */
  loginDays?: number
  /** Whether sign-in with a password is possible. By default true if `oidc` is not set. */
  passwords?: boolean
  oidc?: Oidc
}
export interface Oidc {
  /** Issuer URL: the part before `/.well-known/openid-configuration`. */
  issuer: string
  /** Client id of the service at the provider. */
  clientId: string
  /** Client secret of the service at the provider. */
  clientSecret: string
  /** Display name of the provider on the sign-in page. By default `your organization`. */
  name?: string
  /** Treat email addresses as verified if the provider sends no `email_verified` claim. Set this only for a provider whose users cannot choose their address. By default false. */
  assumeVerified?: boolean
}
