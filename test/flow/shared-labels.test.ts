import { describe, expect, it } from 'vitest'
import { openFlowScanner } from './open-flow-scanner.ts'

/** A rule with the sources of the conformance tables and a sink of its own: the solver follows the data of both rules at once. */
const OTHER_RULE = `id: other-rule
title: Other
severity: high
confidence: high
category: injection
cwe: [CWE-74]
languages: [javascript]
description: $SOURCE reaches $SINK.
taint:
  sources:
    - call: [source, lib.source]
  sinks:
    - call: run
`

const STRICT_RULE = OTHER_RULE.replace('other-rule', 'strict-rule').replace('- call: run\n', '- call: run\n  sanitizers:\n    - call: escapeOther\n')

const CASES = [
  {
    name: 'a call that is a sink of one rule and enters a function with a sink of the other is a finding of each',
    content: 'function run(x) {\n  sink(x)\n}\nrun(source())\n',
    findings: ['flow-rule 2', 'other-rule 4', 'strict-rule 4'],
  },
  {
    name: 'a sanitizer of one rule does not affect the data of others',
    content: 'run(escapeOther(source()))\n',
    findings: ['other-rule 1'],
  },
  {
    name: 'a sink of one rule is no sink of another',
    content: 'sink(source())\n',
    findings: ['flow-rule 1'],
  },
  {
    name: 'a sanitizer in one file separates rules in all files',
    content: 'escapeOther(1)\nrun(source())\n',
    findings: ['other-rule 2', 'strict-rule 2'],
  },
]

describe('rules that are solved together', async () => {
  const scanner = await openFlowScanner({ 'other-rule': OTHER_RULE, 'strict-rule': STRICT_RULE })

  it.each(CASES)('$name', async ({ content, findings }) => {
    const { findings: found } = await scanner.scan([{ path: 'app.js', content }])
    expect(found.map(({ rule, line }) => `${rule} ${line}`).toSorted()).toEqual(findings)
  })

  it('data reaches a callback of another file that a library calls', async () => {
    const { findings } = await scanner.scan([
      { path: 'app.js', content: "import { show } from './show.js'\n;[source()].forEach(show)\n" },
      { path: 'show.js', content: 'export function show(x) {\n  sink(x)\n}\n' },
    ])
    expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['show.js:2'])
  })
})
