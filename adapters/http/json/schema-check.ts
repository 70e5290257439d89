/** A schema error as ajv reports it. */
export interface SchemaFault {
  /** JSON pointer into the checked value; empty is the value itself. */
  readonly instancePath: string
  /** The violated keyword of the schema. */
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The part of the schema that has the keyword. */
  readonly parentSchema: FaultySchema
  /** The offending value. */
  readonly data: unknown
}

/** The parts of a schema that describe the expected value. */
export interface FaultySchema {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: { readonly type?: string }
  readonly properties?: Readonly<Record<string, unknown>>
  readonly enum?: readonly unknown[]
  /** A description of the expected value, if the other keywords do not contain it. */
  readonly wanted?: string
}

/** A type guard that keeps the errors of its last call. */
export interface SchemaCheck<T> {
  (data: unknown): data is T
  readonly errors?: readonly SchemaFault[] | null
}
