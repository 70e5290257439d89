import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createScanner } from '../../src/node/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-rule-cache-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RULE = `
id: no-launch
title: A rocket is launched
severity: low
confidence: high
category: access
cwe: [CWE-284]
languages: [javascript]
description: It goes up.
match: { call: launch }
`

test('own rules are cached, with or without a callback', async () => {
  const rule = join(folder, 'no-launch.yaml')
  const ruleCache = join(folder, 'kept')
  writeFileSync(rule, RULE)
  const silent = await createScanner({ packs: [], rules: [rule], ruleCache })
  await silent.close()
  expect(readdirSync(ruleCache)).toHaveLength(1)

  const outcomes: string[] = []
  const told = await createScanner({ packs: [], rules: [rule], ruleCache, onRuleCache: (outcome) => outcomes.push(outcome) })
  const { findings } = await told.scan([{ path: 'pad.js', content: 'launch()' }])
  await told.close()
  expect([outcomes, findings.map((finding) => finding.rule)]).toEqual([['read'], ['no-launch']])
})
