// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

export interface KeyWish {
  /** Quotas are counted by it. */
  owner: string
  /** Name of a plan of the settings. */
  plan: string
  /**
   * By default `scan` and `rules`.
   *
   * @minItems 1
   */
  scopes?: ('scan' | 'rules' | 'admin')[]
  /** By default never. */
  expiresAt?: string
}
