/** A fault the schema's validator found, as ajv reports it. */
export interface SpecFault {
  /** JSON pointer into the checked value; empty is the value itself. */
  readonly instancePath: string
  /** JSON pointer of the keyword, within some definition of the schema. */
  readonly schemaPath: string
  /** The keyword of the schema that does not hold. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The part of the schema that has the keyword. */
  readonly parentSchema: SpecSchema
  /** The offending value. */
  readonly data: unknown
  /** The key, when the fault is in a key and not in its value. */
  readonly propertyName?: string
}

/** What is read of a schema to say what would be right. */
export interface SpecSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly oneOf?: readonly RequiredKeys[]
  readonly anyOf?: readonly RequiredKeys[]
  readonly pattern?: string
}

interface RequiredKeys {
  readonly required?: readonly string[]
}

/** A type guard that keeps the faults of its last call. */
export interface SpecCheck<T> {
  (data: unknown): data is T
  readonly errors?: readonly SpecFault[] | null
}
