// Generated from settings.schema.json by `node tools/build-schema.mjs`. Change the schema, not this file.

/** Settings of the service, written as JSON or YAML. */
export interface Settings {
  /** For editors. */
  $schema?: string
  /** Address to listen on. By default 127.0.0.1. */
  host?: string
  /** By default 3000. With 0 the system chooses. */
  port?: number
  /** Proxies in front that append to `X-Forwarded-For`. By default 0: the header is ignored. */
  trustedProxyHops?: number
  /** Origins of other web pages that may call the API; `*` for all. By default none. */
  corsOrigins?: string[]
  /** Seconds for which browsers shall use TLS alone. */
  hstsSeconds?: number
  /** Open connections. By default 2,000. */
  maxConnections?: number
  /** Of one address. By default a tenth of all, and all where a proxy is trusted. */
  maxConnectionsPerAddress?: number
  /** Redis in which replicas count requests together. By default each process counts alone. */
  redisUrl?: string
  /** Workers that do large scans. By default all are done in threads of the service. */
  queue?: {
    /** Redis in which large scans wait for workers (`assay worker`). It must not evict keys. */
    redisUrl: string
    /** Bytes from which a body is for the workers. By default 131,072. With 0 all are. */
    fromBytes?: number
    /** Bytes of all bodies that stand in the queue. By default 256 MiB. */
    maxBytes?: number
  }
  /** Who knows it may read `/metrics`. By default whoever connects directly from a private address. */
  metricsToken?: string
  /** Rate limits in the structured fields `RateLimit` and `RateLimit-Policy` too. By default false. */
  structuredRateHeaders?: boolean
  tiers?: {
    anonymous?: Tier
    bearer?: Tier
  }
  /** What accounts may do, by the name of their plan. `free` and `paid` are there unless they are named here. */
  plans?: {
    [k: string]: Plan
  }
  /** Where keys are kept: the path of a file, or `postgres://…`. By default a file among the user's data, when it is there. */
  database?: string
  /** Keys that are known from the start. Present, even empty: a token that is not listed is refused. */
  keys?: Key[]
  accounts?: Accounts
  limits?: {
    /** Bytes of one body, as sent and as decoded. By default 10 MiB. */
    maxBodyBytes?: number
    /** Bytes of all bodies and answers held at a time. By default 128 MiB. */
    maxBufferedBytes?: number
    /** Files in one upload. By default 5,000. */
    maxFiles?: number
    /** UTF-16 units of a path. By default 4,096. */
    maxPathLength?: number
    /** Entries of a ZIP archive. By default 50,000. */
    maxArchiveEntries?: number
    /** Bytes of the files of a ZIP archive, inflated. By default 64 MiB. */
    maxInflatedBytes?: number
    /** Milliseconds without a byte of a body, or of an answer being taken. By default 10,000. */
    bodyIdleMs?: number
    /** Milliseconds for a whole body. By default 60,000. */
    bodyTotalMs?: number
  }
  scans?: {
    /** Folders of further rules. */
    rules?: string[]
    /** Scans at a time. By default one less than processors, from 2 to 8. */
    workers?: number
    /** Scans that may wait. By default 64. */
    queueLimit?: number
    /** Milliseconds a scan may wait. By default 20,000. */
    queueWaitMs?: number
    /** Milliseconds a scan may take. By default 30,000. */
    budgetMs?: number
    /** Megabytes of JavaScript heap of a thread. By default 768. */
    heapMb?: number
  }
}
export interface Tier {
  /** Name of the pack to scan with. */
  pack?: string
  /** JSON uploads a minute. */
  jsonPerMinute?: number
  /** ZIP uploads a minute. */
  zipPerMinute?: number
  /** Steps that one scan may take. */
  maxScanSteps?: number
  /** Bytes of one body; never more than `limits.maxBodyBytes`. */
  maxBodyBytes?: number
}
export interface Plan {
  /** Name of the pack to scan with. */
  pack: string
  /** JSON uploads a minute. */
  jsonPerMinute?: number
  /** ZIP uploads a minute. */
  zipPerMinute?: number
  /** Steps that one scan may take. */
  maxScanSteps?: number
  /** Bytes of one body; never more than `limits.maxBodyBytes`. */
  maxBodyBytes?: number
  /** What its keys may do at most. By default what each key says. */
  scopes?: ('scan' | 'rules' | 'admin')[]
}
export interface Key {
  /** SHA-256 of the token, in hexadecimal. */
  sha256: string
  /** Quotas are counted by it. */
  account: string
  /** Name of one of the plans. */
  plan: string
}
export interface Accounts {
  /** The address under which people see the service, without a path. */
  publicUrl: string
  /** Signs cookies; the same for all replicas. 32 random characters or more. */
  secret: string
  /** Whether anybody may make an account with a password. By default operators alone make them. */
  openSignUp?: boolean
  /** Plan of accounts that no operator made. By default `free`. */
  plan?: string
  /** Days after which a login from the command line ends. By default 90. */
  loginDays?: number
  /** Whether passwords are taken. By default where there is no `oidc`. */
  passwords?: boolean
  oidc?: Oidc
}
export interface Oidc {
  /** Address below which `/.well-known/openid-configuration` is. */
  issuer: string
  /** As which the service is known there. */
  clientId: string
  /** Its secret there. */
  clientSecret: string
  /** What the page calls the provider. By default `your organization`. */
  name?: string
  /** Addresses count as verified when the provider sends no `email_verified` claim. Set it only for a provider where people cannot choose their address. By default false. */
  assumeVerified?: boolean
}
