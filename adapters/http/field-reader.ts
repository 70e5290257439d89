/** One mistake in the settings. */
export interface SettingsFault {
  /** `keys[0].sha256`, the name of an environment variable, or the path of the file. */
  readonly field: string
  /** Continues the field's name to a sentence, or is one. Quotes no value. */
  readonly message: string
}

/** Both bounds are in it. */
export interface IntegerRange {
  readonly least: number
  readonly most: number
}

/** Reads the fields of one object of the settings. Whatever is wrong is added to the faults, and reads as absent. */
export interface FieldReader {
  text(name: string): string | undefined
  texts(name: string): readonly string[] | undefined
  integer(name: string, range: IntegerRange): number | undefined
  /** The object in a field; empty when the field is absent. */
  section(name: string): FieldReader
  /** The objects in an object, by their keys. */
  sections(name: string): readonly (readonly [string, FieldReader])[]
  /** The objects in an array; `undefined` when the field is absent. */
  items(name: string): readonly FieldReader[] | undefined
  /** An object with the field, or without it when it has no value. */
  optional<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value }
  /** Adds a fault when the field is absent. */
  required<Value>(name: string, value: Value | undefined): Value | undefined
  fault(name: string, message: string): void
  /** Adds a fault for every field that nobody asked for. */
  refuseOthers(): void
}

/** Reads an object of the settings whose fields are named after `prefix` in faults. */
export function createFieldReader(value: unknown, prefix: string, faults: SettingsFault[]): FieldReader {
  const fields = new Map<string, unknown>(isObject(value) ? Object.entries(value) : [])
  const asked = new Set<string>()
  if (!isObject(value)) faults.push({ field: prefix || 'settings', message: 'must be an object.' })

  function nameOf(name: string): string {
    return prefix ? `${prefix}.${name}` : name
  }

  function fault(name: string, message: string): undefined {
    faults.push({ field: nameOf(name), message })
  }

  function ask(name: string): unknown {
    asked.add(name)
    return fields.get(name)
  }

  return {
    fault,
    text(name) {
      const field = ask(name)
      if (field === undefined || (typeof field === 'string' && field !== '')) return field
      return fault(name, 'must be a string that is not empty.')
    },
    texts(name) {
      const field = ask(name)
      if (field === undefined) return undefined
      if (Array.isArray(field) && field.every((item) => typeof item === 'string')) return field
      return fault(name, 'must be an array of strings.')
    },
    integer(name, { least, most }) {
      const field = ask(name)
      if (field === undefined) return undefined
      if (typeof field === 'number' && Number.isInteger(field) && field >= least && field <= most) return field
      return fault(name, `must be a whole number from ${least} to ${most}.`)
    },
    section(name) {
      return createFieldReader(ask(name) ?? {}, nameOf(name), faults)
    },
    sections(name) {
      const field = ask(name) ?? {}
      if (isObject(field))
        return Object.entries(field).map(([key, item]) => [key, createFieldReader(item, nameOf(`${name}.${key}`), faults)] as const)
      fault(name, 'must be an object.')
      return []
    },
    items(name) {
      const field = ask(name)
      if (field === undefined) return undefined
      if (Array.isArray(field)) return field.map((item, index) => createFieldReader(item, nameOf(`${name}[${index}]`), faults))
      return fault(name, 'must be an array.')
    },
    optional: (name, fieldValue) => toField(name, fieldValue),
    required(name, fieldValue) {
      if (!fields.has(name)) fault(name, 'is missing.')
      return fieldValue
    },
    refuseOthers() {
      for (const name of fields.keys()) {
        if (!asked.has(name)) fault(name, `is not a setting. Settings here: ${[...asked].join(', ')}.`)
      }
    },
  }
}

function toField<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  const field: { [Key in Name]?: Value } = {}
  if (value !== undefined) field[name] = value
  return field
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
