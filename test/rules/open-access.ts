import { readFileSync } from 'node:fs'
import { createScannerFromData, type Scanner } from '../../src/node/index.ts'
import { builtInModels, builtInShared, builtInWords } from '../flow/built-in-models.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))
const ruleOf = (confidence: string, options: string): string => `id: a-flow
title: A flow
severity: critical
confidence: ${confidence}
category: injection
cwe: [CWE-74]
languages: [javascript, typescript, python]
description: Data reaches a sink.
taint: { sources: [{ call: sent }], sinks: [{ call: sink }]${options} }
`

/**
 * A scanner with one critical rule, from `sent()` to `sink()`, and all shared matchers. Its severity shows the effect of access checks.
 *
 * @param options further keys of `taint`, behind a comma
 */
export function openAccess(confidence: 'high' | 'medium' = 'high', options = ''): Promise<Scanner> {
  return createScannerFromData({
    folders: [
      {
        name: 'access',
        rules: [{ path: 'rules/injection/a-flow.yaml', text: ruleOf(confidence, options) }],
        shared: builtInShared,
        words: builtInWords,
        models: builtInModels,
        packs: [],
        whole: true,
      },
    ],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
}
