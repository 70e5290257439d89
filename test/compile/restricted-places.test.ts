import { expect, it } from 'vitest'
import { createScannerFromData } from '../../src/index.ts'
import { builtInModels } from '../flow/built-in-models.ts'
import { scannerData } from '../flow/open-flow-scanner.ts'

const ruleOf = (id: string, sink: string): string => `id: ${id}
title: Other
severity: high
confidence: high
category: injection
cwe: [CWE-74]
languages: [javascript, python]
description: $SOURCE reaches $SINK.
taint:
  sources: [{ use: acme-input }]
  sinks: [{ call: ${sink} }]
`

const SHARED = `matchers:
  acme-input:
    description: What clients send, except in trusted files.
    any: [{ use: acme-script-input }, { use: acme-python-input }]
  acme-script-input:
    description: The same in JavaScript.
    languages: [javascript]
    use: parameter-of-acme-input
    not: { inside: { kind: program, regex: trusted } }
  acme-python-input:
    description: The same in Python.
    languages: [python]
    use: parameter-of-acme-input
    not: { inside: { kind: module, regex: trusted } }
`

const SCRIPT_MODEL = `library: acme
languages: [javascript]
entry-points:
  - { call: acme.on, parameters: { "Parameter[0]": acme-input } }
`

const PYTHON_MODEL = `library: acme
languages: [python]
entry-points:
  - { decorator: acme.on, parameters: { "Parameter[0]": acme-input } }
`

const SCRIPT = `import acme from 'acme'
acme.on((given) => {
  run(given)
  show(given)
})
`

const PYTHON = `import acme
@acme.on
def answer(given, other):
    run(given)
    show(given)
    show(other)
`

it('a restricted matcher of entry points is a source of each rule that uses it', async () => {
  const scanner = await createScannerFromData({
    ...scannerData,
    folders: [
      {
        name: 'acme',
        rules: [
          { path: 'rules/injection/first-rule.yaml', text: ruleOf('first-rule', 'run') },
          { path: 'rules/injection/second-rule.yaml', text: ruleOf('second-rule', 'show') },
        ],
        shared: [{ path: 'rules/shared/acme.yaml', text: SHARED }],
        models: [...builtInModels, { path: 'models/acme.yaml', text: SCRIPT_MODEL }, { path: 'models/acme-python.yaml', text: PYTHON_MODEL }],
        packs: [],
        whole: true,
      },
    ],
  })
  const { findings } = await scanner.scan([
    { path: 'app.js', content: SCRIPT },
    { path: 'safe.js', content: `// trusted\n${SCRIPT}` },
    { path: 'app.py', content: PYTHON },
    { path: 'safe.py', content: `# trusted\n${PYTHON}` },
  ])
  expect(findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`).toSorted()).toEqual([
    'first-rule app.js:3',
    'first-rule app.py:4',
    'second-rule app.js:4',
    'second-rule app.py:5',
  ])
  await scanner.close()
})
