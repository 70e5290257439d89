import { writeYaml } from '../engines/yaml-text.ts'
import type { ImportedRule } from '../model/imported-rules.ts'

/** An imported rule as the text of a YAML file. */
export function writeRule({ spec, origin, file }: ImportedRule): string {
  return `# Imported from the rule ${origin} of ${file}.\n${writeYaml(spec)}`
}
