import { describe, expect, it } from 'vitest'
import { createScannerFromData } from '../../src/index.ts'
import { scannerData } from '../flow/open-flow-scanner.ts'

const rule = (id: string, sink: string): string => `id: ${id}
title: A flow
severity: high
confidence: high
category: injection
cwe: [CWE-74]
languages: [python]
description: Data reaches a sink.
taint: { sources: [{ use: received }], sinks: [{ call: ${sink} }] }
`

interface Case {
  readonly name: string
  readonly received: string
  readonly code: string
}

const SERVED = 'class Files(Service):\n    def exposed_read(self, name):\n        first(name)\n        second(name)\n        third(name)\n'

/** Methods, with `all` beside `any`, so that the places of the branches are narrowed. */
const METHOD = 'query: "(function_definition name: (identifier) @_name (#match? @_name \\"^exposed_\\")) @match"'
const CALLED = { code: 'first(receive(x))\nsecond(receive(x))\nthird(receive(x))\n' }

const CASES: readonly Case[] = [
  {
    name: 'parameters of functions that a second matcher narrows',
    received: `any: [{ ${METHOD} }], all: [{ inside: { kind: module } }], parameter: "0"`,
    code: SERVED,
  },
  {
    name: 'parameters of a named matcher that the use narrows',
    received: 'use: served, not: { regex: hidden }, parameter: "0"',
    code: SERVED,
  },
  {
    name: 'parameters of one of several branches',
    received: 'any: [{ use: served, not: { regex: hidden } }, { call: other }], parameter: "0"',
    code: SERVED,
  },
  { name: 'results of a call', received: 'call: receive', ...CALLED },
  { name: 'results of a named call that the use narrows', received: 'use: receiving, not: { regex: hidden }', ...CALLED },
]

describe('each rule that uses a shared source has its findings', () => {
  it.each(CASES)('$name', async ({ received, code }) => {
    const shared = `matchers:
  received: { description: "What a client sends.", languages: [python], ${received} }
  served: { description: "Methods of a service.", languages: [python], ${METHOD} }
  receiving: { description: "A call.", languages: [python], call: receive }
`
    const scanner = await createScannerFromData({
      ...scannerData,
      folders: [
        {
          name: 'own',
          rules: ['first', 'second', 'third'].map((sink) => ({ path: `rules/injection/to-${sink}.yaml`, text: rule(`to-${sink}`, sink) })),
          shared: [{ path: 'rules/shared/own.yaml', text: shared }],
          models: [],
          packs: [],
          whole: true,
        },
      ],
    })
    const { findings } = await scanner.scan([{ path: 'a.py', content: code }])
    await scanner.close()
    expect(findings.map(({ rule: id }) => id).toSorted()).toEqual(['to-first', 'to-second', 'to-third'])
  })
})
