import { readFileSync } from 'node:fs'
import { builtInModels } from './built-in-models.ts'
import { createScannerFromData, type Scanner } from '../../src/index.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))

/** The rule of the conformance tables: `source()` and what routes are given are tainted, `sink(x)` does harm, `clean(x)` and `isSafe(x)` mend it. */
const RULE = `
id: flow-rule
title: Data flows
severity: high
confidence: high
category: injection
cwe: [CWE-74]
languages: [javascript, typescript, python]
description: $SOURCE reaches $SINK.
taint:
  sources:
    - call: [source, lib.source]
    - { call: taintArgument, argument: 0, by-side-effect: true }
    - { call: [express().get, express().post, app.get, app.post], parameter: "0.{body,query,params,headers}", languages: [javascript, typescript] }
    - { call: ipcMain.handle, parameter: 1, languages: [javascript, typescript] }
    - { parameter: "*", decorator: [app.route, flask.Flask().route, router.get], languages: [python] }
    - { parameter: "*", decorator: [Body, Query, Param], languages: [typescript] }
    - { pattern: "$_.location.hash", languages: [javascript, typescript] }
    - { pattern: flask.request.args, languages: [python] }
  sinks:
    - { call: [sink, lib.sink, "**.dangerous", lib.Box().run] }
    - { call: [first], argument: 0 }
    - { call: strict, weak: off }
    - { call: [option], argument: cmd }
    - { pattern: "$X.innerHTML = $Y", focus: $Y, languages: [javascript, typescript] }
  sanitizers:
    - { call: [clean, isSafe, lib.clean] }
    - { call: isBad, when: false }
    - { pattern: "typeof $_ !== 'symbol'", when: false, languages: [javascript, typescript] }
    - { pattern: "'!!' in $_", when: false, languages: [python] }
    - { pattern: "'!!' not in $_", when: true, languages: [python] }
    - { call: scrub, argument: 0, by-side-effect: true }
  propagators:
    - { pattern: "copyInto($TO, $FROM)", from: $FROM, to: $TO }
`

/** A scanner with the rules of the tables, and further ones. */
export async function openFlowScanner(rules: Readonly<Record<string, string>> = {}): Promise<Scanner> {
  const all = Object.entries({ 'flow-rule': RULE, ...rules }).map(([id, text]) => ({ path: `rules/injection/${id}.yaml`, text }))
  return createScannerFromData({
    folders: [{ name: 'flow', rules: all, shared: [], models: builtInModels, packs: [], whole: true }],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
}
