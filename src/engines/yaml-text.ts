import { stringify } from 'yaml'

/** A value as YAML, in block style. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 140, aliasDuplicateObjects: false, version: '1.2' })
}
