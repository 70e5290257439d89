import { expect, it } from 'vitest'
import type { DocumentSpec } from '../../src/model/rule-spec.ts'
import { ruleOf, scannerOf } from './test-rows.ts'

const MANIFEST = `containers:
  - { name: first, context: { privileged: true } }
  - { name: second, context: { privileged: false, user: 0 } }
  - { name: third }
`

it.each([
  {
    name: '`not`: values below which something does not hold',
    document: { path: 'containers[*]', not: { document: { path: 'context.privileged', equals: true } } },
    lines: [3, 4],
  },
  {
    name: '`any`: one or the other',
    document: { path: 'containers[*]', any: [{ document: { path: 'context.user', equals: 0 } }, { document: { path: 'context', absent: true } }] },
    lines: [3, 4],
  },
  {
    name: '`all`: both',
    document: {
      path: 'containers[*]',
      all: [{ document: { path: 'context.user' } }, { not: { document: { path: 'context.privileged', equals: true } } }],
    },
    lines: [3],
  },
  {
    name: '`within`: what lies in a value of another path',
    document: { path: '**.privileged', within: { document: { path: 'containers[0]' } } },
    lines: [2],
  },
  {
    name: '`not` and `within`: what does not',
    document: { path: '**.privileged', not: { within: { document: { path: '**', document: { path: 'user', equals: 0 } } } } },
    lines: [2],
  },
] satisfies { name: string; document: DocumentSpec; lines: number[] }[])('a `document` is inside $name', async ({ document, lines }) => {
  const scanner = await scannerOf([ruleOf('row', { document }, ['yaml'])])
  const { findings } = await scanner.scan([{ path: 'manifest.yaml', content: MANIFEST }])
  expect(findings.map(({ line }) => line)).toEqual(lines)
})
