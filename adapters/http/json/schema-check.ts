/** A fault that the validator of a schema found, as ajv reports it. */
export interface SchemaFault {
  /** JSON pointer into the checked value; empty is the value itself. */
  readonly instancePath: string
  /** The keyword of the schema that does not hold. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The part of the schema that has the keyword. */
  readonly parentSchema: FaultySchema
  /** The offending value. */
  readonly data: unknown
}

/** What is read of a schema to say what would be right. */
export interface FaultySchema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: { readonly type?: string }
  readonly properties?: Readonly<Record<string, unknown>>
  readonly enum?: readonly unknown[]
  /** What the value must be, in words, where the other keywords do not say it. */
  readonly wanted?: string
}

/** A type guard that keeps the faults of its last call. */
export interface SchemaCheck<T> {
  (data: unknown): data is T
  readonly errors?: readonly SchemaFault[] | null
}
