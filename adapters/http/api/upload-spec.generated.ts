// Generated from openapi.yaml by `node tools/build-schema.mjs`. Change the schema, not this file.

/** Files to scan. Keys that are not named here are left alone. */
export interface Upload {
  /** @minItems 1 */
  files: UploadFile[]
}
export interface UploadFile {
  /** A name, reported back as given and never opened. Each stands once. */
  path: string
  content: string
}
