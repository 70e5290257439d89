import { describe, expect, it } from 'vitest'
import { createScanner } from '../../src/node/index.ts'
import { listCases } from '../../tools/oracle/list-cases.mjs'

describe('weaknesses that were planted in the sample projects', async () => {
  const scanner = await createScanner({ packs: ['full'] })
  const projects = (await listCases()).filter(({ group }) => group.startsWith('projects/'))

  it('are there', () => {
    expect(projects.length).toBeGreaterThan(20)
  })

  it.each(projects)('have at least medium confidence if they are critical or high: $group $name', async ({ files }) => {
    const { findings } = await scanner.scan(files)
    const severe = findings.filter(({ severity }) => severity === 'critical' || severity === 'high')
    expect(severe.filter(({ confidence }) => confidence === 'low').map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toEqual([])
    expect(severe.filter(({ evidence }) => evidence === undefined)).toEqual([])
  })
})
