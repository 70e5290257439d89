import { describe, expect, it } from 'vitest'
import { createScannerFromData } from '../../src/index.ts'

const RULE = String.raw`
id: variable-of-expression
title: A script uses a variable whose value is an expression
severity: high
confidence: high
category: supply-chain
cwe: [CWE-94]
languages: [yaml]
description: A script uses a variable whose value is an expression.
match:
  all:
    - document: { path: "jobs.$JOB.steps[*].run", regex: '(?P<PLACE>\S*\$\{\{\s*env\.(?P<NAME>\w+)\s*\}\})' }
    - document: { path: "jobs.$JOB.env.$NAME", regex: 'github\.event' }
  focus: $PLACE
`

/** Lines and columns of the findings in one workflow. */
async function placesIn(content: string): Promise<readonly string[]> {
  const scanner = await createScannerFromData({
    folders: [
      { name: 'x', rules: [{ path: 'rules/supply-chain/variable-of-expression.yaml', text: RULE }], shared: [], models: [], packs: [], whole: true },
    ],
    packs: [],
    check: true,
    runtime: () => Promise.reject(new Error('no syntax is needed')),
    grammar: () => Promise.reject(new Error('no syntax is needed')),
  })
  const { findings } = await scanner.scan([{ path: 'a.yaml', content }])
  return findings.map(({ line, column, endColumn }) => `${line}:${column}-${endColumn}`)
}

/** A job with a variable from an event, a constant one, and one step. */
function workflow(...step: string[]): string {
  const lines = step.map((line, index) => (index === 0 ? `      - ${line}` : `        ${line}`))
  return ['jobs:', '  a:', '    env: { T: "${{ github.event.x }}", K: k }', '    steps:', ...lines, ''].join('\n')
}

describe('a named group of a regex on a value', () => {
  it.each([
    { name: 'is where a plain scalar has it', text: workflow('run: echo ${{ env.T }}'), places: ['5:19-31'] },
    { name: 'is where a quoted scalar has it', text: workflow("run: 'echo ${{ env.T }}'"), places: ['5:20-32'] },
    { name: 'is at the whole scalar where that has escapes', text: workflow(String.raw`run: "a\tb ${'${{ env.T }}'}"`), places: ['5:14-33'] },
    { name: 'is at its line of a block', text: workflow('run: |', '  set -e', '  echo ${{ env.T }}'), places: ['7:16-28'] },
    { name: 'is at its line of a folded block', text: workflow('run: >-', '  curl', '  --data x', '  ${{ env.T }}'), places: ['8:11-23'] },
    { name: 'is tried for every match', text: workflow('run: echo ${{ env.K }} ${{ env.T }}'), places: ['5:32-44'] },
    { name: 'must refer to the key with the same name', text: workflow('run: echo ${{ env.K }}'), places: [] },
    {
      name: 'belongs to one job',
      text: `${workflow('run: "true"')}  b:\n    steps:\n      - run: echo \${{ env.T }}\n`,
      places: [],
    },
  ])('$name', async ({ text, places }) => {
    expect(await placesIn(text)).toEqual(places)
  })

  it('is found after hundreds of other matches', async () => {
    expect(await placesIn(workflow(`run: echo ${'${{ env.K }} '.repeat(300)}\${{ env.T }}`))).toHaveLength(1)
  })
})
