// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

export interface KeyWish {
  /** All keys of an owner share one quota. */
  owner: string
  /** Name of a plan in the settings. */
  plan: string
  /**
   * By default `scan` and `rules`.
   *
   * @minItems 1
   */
  scopes?: ('scan' | 'rules' | 'admin')[]
  /** When the key expires. By default it does not expire. */
  expiresAt?: string
}
