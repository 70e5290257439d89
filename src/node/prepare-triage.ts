import { readFileSync } from 'node:fs'
import { parseYamlDocuments } from '../engines/yaml.ts'
import { prepareTriageFromData, type PrepareTriageOptions, type ScanResult, type TriageCase, type TriageData } from '../index.ts'
import { packageRoot } from './package-root.ts'

/** Prepares the findings of a result for `triageResult`, with the grammars and questions of this package. Sends nothing. */
export function prepareTriage(result: Pick<ScanResult, 'findings' | 'suppressed'>, options: PrepareTriageOptions): Promise<readonly TriageCase[]> {
  const root = packageRoot()
  const readGrammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))
  return prepareTriageFromData(result, options, {
    runtime: async () => readGrammar('web-tree-sitter'),
    grammar: readGrammar,
    grammarsChecked: true,
    triage: readTriageData(),
  })
}

/** The questions and words of this package. */
export function readTriageData(): TriageData {
  const text = readFileSync(new URL('triage/context.yaml', packageRoot()), 'utf8')
  return parseYamlDocuments(text).documents[0]?.toJS()
}
