// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

/** Files to scan. Other fields are ignored. */
export interface Upload {
  /** @minItems 1 */
  files: UploadFile[]
}
export interface UploadFile {
  /** A name, which the response repeats. The service never opens it. Each path must be unique. */
  path: string
  content: string
}
