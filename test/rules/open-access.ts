import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createScannerFromData, readRuleFolder, type Scanner } from '../../src/node/index.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))
const ruleOf = (confidence: string): string => `id: a-flow
title: A flow
severity: critical
confidence: ${confidence}
category: injection
cwe: [CWE-74]
languages: [javascript, typescript, python]
description: Data reaches a sink.
taint: { sources: [{ call: sent }], sinks: [{ call: sink }] }
`

/** A scanner with one critical rule, from `sent()` to `sink()`, and all shared matchers. Its severity shows the effect of access checks. */
export function openAccess(confidence: 'high' | 'medium' = 'high'): Promise<Scanner> {
  const { shared } = readRuleFolder(fileURLToPath(new URL('rules', root)), true, 'rules')
  return createScannerFromData({
    folders: [{ name: 'access', rules: [{ path: 'rules/injection/a-flow.yaml', text: ruleOf(confidence) }], shared, packs: [], whole: true }],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
}
