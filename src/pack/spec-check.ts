/** A fault of the schema validator, in the format of ajv. */
export interface SpecFault {
  /** JSON pointer into the checked value. An empty string is the value itself. */
  readonly instancePath: string
  /** JSON pointer of the keyword within the schema. */
  readonly schemaPath: string
  /** The violated keyword of the schema. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The part of the schema that contains the keyword. */
  readonly parentSchema: SpecSchema
  /** The offending value. */
  readonly data: unknown
  /** The key, if the fault is in a key and not in its value. */
  readonly propertyName?: string
}

/** The parts of a schema that messages use to describe a correct value. */
export interface SpecSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly oneOf?: readonly RequiredKeys[]
  readonly anyOf?: readonly RequiredKeys[]
  readonly not?: RequiredKeys
  readonly pattern?: string
}

interface RequiredKeys {
  readonly required?: readonly string[]
}

/** A type guard that stores the faults of its last call. */
export interface SpecCheck<T> {
  (data: unknown): data is T
  readonly errors?: readonly SpecFault[] | null
}
