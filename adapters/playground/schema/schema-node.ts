/** The parts of JSON Schema that `rules.schema.json` uses and the editor shows. */
export interface SchemaNode {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, SchemaNode>>
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: boolean | SchemaNode
  readonly required?: readonly string[]
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
}
