import { describe, expect, it } from 'vitest'
import { createScannerFromData, type Scanner } from '../../src/index.ts'

const RULE = String.raw`
id: text-of-issue
title: A script gets the title of an issue
severity: high
confidence: high
category: supply-chain
cwe: [CWE-94]
languages: [yaml]
description: A script gets the title of an issue.
match:
  any:
    - document: { path: "jobs.*.steps[*].run", refers-to: { value: { regex: 'event\.title|CI_TITLE' }, reference: $PLACE } }
    - document: { path: "*.script[*]", regex: '^eval', refers-to: { value: { regex: 'event\.title|CI_TITLE' }, reference: $PLACE } }
  focus: $PLACE
`

let scanner: Promise<Scanner> | undefined

function shared(): Promise<Scanner> {
  return (scanner ??= createScannerFromData({
    folders: [{ name: 'x', rules: [{ path: 'rules/supply-chain/text-of-issue.yaml', text: RULE }], shared: [], models: [], packs: [], whole: true }],
    packs: [],
    check: true,
    runtime: () => Promise.reject(new Error('no syntax is needed')),
    grammar: () => Promise.reject(new Error('no syntax is needed')),
  }))
}

/** The text of each finding. */
async function findIn(content: string): Promise<readonly string[]> {
  const { findings, partial } = await (await shared()).scan([{ path: 'a.yaml', content }])
  expect(partial).toEqual([])
  const lines = content.split('\n')
  return findings.map(({ line, column, endColumn }) => lines[line - 1].slice(column - 1, endColumn - 1))
}

const TITLE = '${{ github.event.title }}'

/** A step whose script writes the output `x` of the step `a`, and one that inserts it. */
function outputs(...script: readonly string[]): string {
  const lines = script.map((line) => `          ${line}`)
  return [
    'jobs:',
    '  j:',
    `    env: { T: "${TITLE}" }`,
    '    steps:',
    '      - id: a',
    '        run: |',
    ...lines,
    '      - run: go ${{ steps.a.outputs.x }}',
  ].join('\n')
}

const FOUND = ['${{ steps.a.outputs.x }}']

describe('references in workflows', () => {
  it.each([
    { name: 'a variable of the environment', script: ['echo "x=$T" >> $GITHUB_OUTPUT'], found: FOUND },
    { name: 'an expression', script: [`echo "x=${TITLE}" >> "$GITHUB_OUTPUT"`], found: FOUND },
    { name: 'a variable of the script', script: ['y="pre-${T}"', 'echo "x=$y" >> $GITHUB_OUTPUT'], found: FOUND },
    { name: 'variables in a circle', script: ['y=$z; z=$y', 'echo "x=$y" >> $GITHUB_OUTPUT'], found: [] },
    { name: 'a block of lines', script: ['{', '  echo "x=$T"', '} >> $GITHUB_OUTPUT'], found: FOUND },
    { name: 'several lines', script: ['echo "x<<END" >> $GITHUB_OUTPUT', 'echo "$T" >> $GITHUB_OUTPUT', 'echo END >> $GITHUB_OUTPUT'], found: FOUND },
    { name: 'the old command', script: ['echo "::set-output name=x::$T"'], found: FOUND },
    { name: 'PowerShell', script: ['$y = $env:T', '"x=$y" >> $env:GITHUB_OUTPUT'], found: FOUND },
    { name: 'another output', script: ['echo "y=$T" >> $GITHUB_OUTPUT', 'echo "x=1" >> $GITHUB_OUTPUT'], found: [] },
    { name: 'a text that is only printed', script: ['echo "x=$T"'], found: [] },
    { name: 'a length', script: ['echo "x=${#T}" >> $GITHUB_OUTPUT'], found: [] },
    { name: 'letters', script: ['y=$(echo "$T" | tr -cd a-z)', 'echo "x=$y" >> $GITHUB_OUTPUT'], found: [] },
    { name: 'a checked variable', script: ['[[ "$T" =~ ^v[0-9]+$ ]] || exit 1', 'echo "x=$T" >> $GITHUB_OUTPUT'], found: [] },
    { name: 'a check without an end', script: ['[[ "$T" =~ ^v[0-9]+ ]] || exit 1', 'echo "x=$T" >> $GITHUB_OUTPUT'], found: FOUND },
  ])('follow $name', async ({ script, found }) => {
    expect(await findIn(outputs(...script))).toEqual(found)
  })

  it.each([
    { expression: 'env.T', inserts: true },
    { expression: "env['T']", inserts: true },
    { expression: "env.T || 'none'", inserts: true },
    { expression: "github.ref == 'x' && env.T || ''", inserts: true },
    { expression: "format('{0}', env.T)", inserts: true },
    { expression: 'fromJSON(env.T).name', inserts: true },
    { expression: "env.T == 'x'", inserts: false },
    { expression: '!env.T', inserts: false },
    { expression: "env.T && 'yes' || 'no'", inserts: false },
    { expression: "contains(env.T, 'x')", inserts: false },
    { expression: "'env.T'", inserts: false },
    { expression: 'env.U', inserts: false },
  ])('of `$expression`', async ({ expression, inserts }) => {
    const text = ['jobs:', '  j:', `    env: { T: "${TITLE}", U: u }`, '    steps:', `      - run: go \${{ ${expression} }}`].join('\n')
    expect(await findIn(text)).toEqual(inserts ? [`\${{ ${expression} }}`] : [])
  })

  it('lead through jobs and a matrix, and a step hides a variable of its job', async () => {
    const text = `jobs:
  a:
    outputs: { list: "\${{ steps.s.outputs.list }}" }
    steps:
      - { id: s, env: { T: "${TITLE}" }, run: 'echo "list=$T" >> $GITHUB_OUTPUT' }
      - { id: s2, run: 'echo "LATER=$T" >> $GITHUB_ENV' }
  b:
    needs: a
    env: { LATER: "${TITLE}" }
    strategy: { matrix: { item: "\${{ fromJSON(needs.a.outputs.list) }}", node: [20, 22] } }
    steps:
      - run: go \${{ matrix.item.name }} \${{ matrix.node }}
      - { env: { LATER: "1" }, run: "go \${{ env.LATER }}" }
      - run: go "\${{ env.LATER }}"
`
    expect(await findIn(text)).toEqual(['${{ matrix.item.name }}', '${{ env.LATER }}'])
  })
})

describe('references in pipelines of GitLab', () => {
  it('lead through variables of the pipeline, the job and its scripts', async () => {
    const text = `variables: { T: "$CI_TITLE", U: "x $T" }
a:
  before_script: ['y="$U"', 'n=$(echo "$U" | wc -c)']
  script:
    - eval "echo $y"
    - eval "echo $n"
    - eval "echo $U"
b:
  variables: { U: constant }
  script: ['eval "echo $U"', 'eval "echo $y"']
`
    expect(await findIn(text)).toEqual(['$y', '$U'])
  })
})
