import { nearestWord } from '../../../src/node/index.ts'
import type { FaultySchema, SchemaFault } from './schema-check.ts'

/** The location and description of a mistake. */
export interface DescribedFault {
  readonly path: readonly string[]
  /** Continues the field's name to a sentence. Quotes no value. */
  readonly message: string
  /** The field should not exist, so the location is its name. */
  readonly ofName: boolean
}

/** Describes a schema error for the operator. */
export function describeSchemaFault({ instancePath, keyword, params, parentSchema }: SchemaFault): DescribedFault {
  const path = readPointer(instancePath)
  if (keyword === 'required') return { path: [...path, String(params.missingProperty)], message: 'is missing.', ofName: false }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    return { path: [...path, name], message: describeUnknown(name, Object.keys(parentSchema.properties ?? {})), ofName: true }
  }
  return { path, message: `must be ${describeWanted(parentSchema)}.`, ofName: false }
}

function describeUnknown(name: string, known: readonly string[]): string {
  const settings = known.filter((word) => word !== '$schema')
  const near = nearestWord(name, settings)
  return `is not a setting.${near === undefined ? '' : ` Did you mean \`${near}\`?`} Available settings: ${settings.join(', ')}.`
}

function describeWanted({ wanted, type, minimum, maximum, items, enum: words }: FaultySchema): string {
  if (wanted !== undefined) return wanted
  if (words !== undefined) return `one of ${words.map((word) => `\`${String(word)}\``).join(', ')}`
  if (type === 'integer') return `a whole number from ${minimum ?? 0} to ${maximum ?? Number.MAX_SAFE_INTEGER}`
  if (type === 'string') return 'a non-empty string'
  if (type === 'array') return `an array of ${items?.type === 'string' ? 'strings' : 'objects'}`
  return type === 'boolean' ? '`true` or `false`' : 'an object'
}

/** RFC 6901. */
function readPointer(pointer: string): readonly string[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
