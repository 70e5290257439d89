import { readFileSync } from 'node:fs'
import type { SchemaNode } from '../../playground/schema/schema-node.ts'
import { createSchemaGuide, type SchemaGuide } from '../../playground/schema/schema-guide.ts'

/** The definition in `rules.schema.json` for each kind of rule file, by the key that only this kind has. */
const KINDS = [
  { key: /^matchers\s*:/m, root: 'SharedSpec' },
  { key: /^library\s*:/m, root: 'ModelSpec' },
  { key: /^version\s*:/m, root: 'PackSpec' },
] as const

/** Chooses the guide for a rule file by its text. Reads the schema of this package on first use. */
export function createGuideChooser(): (text: string) => SchemaGuide {
  const guides = new Map<string, SchemaGuide>()
  let schema: SchemaNode | undefined
  return (text) => {
    const root = KINDS.find(({ key }) => key.test(text))?.root ?? 'RuleSpec'
    // The folder of this module is as deep as the folder of the bundle.
    schema ??= JSON.parse(readFileSync(new URL('../../../rules.schema.json', import.meta.url), 'utf8'))
    const guide = guides.get(root) ?? createSchemaGuide(schema ?? {}, root)
    guides.set(root, guide)
    return guide
  }
}
