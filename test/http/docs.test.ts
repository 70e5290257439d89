import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../adapters/http/problems/problems.ts'
import { readServerSettings } from '../../adapters/http/settings/read-server-settings.ts'
import { DEFAULT_SERVICE_LIMITS } from '../../adapters/http/limits/service-limits.ts'
import { DEFAULT_TIERS } from '../../adapters/http/callers/tiers.ts'

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

describe('the documentation', () => {
  it('has a heading and the status of every problem, in the order of the code', () => {
    const sections = [...read('http.md').matchAll(/^### (\S+)\n(\d{3})\b/gm)].map(([, name, status]) => [name, Number(status)])
    expect(sections).toEqual(Object.entries(PROBLEMS).map(([name, { status }]) => [name, status]))
  })

  it('has every limit with its default', () => {
    const defaults = new Map<string, number>()
    for (const [, names = '', values = ''] of read('service.md').matchAll(/^\| (`limits\.[^|]*) \| ([^|]*) \|/gm)) {
      const numbers = values.split(',').map(Number)
      for (const [index, [, name = '']] of [...names.matchAll(/`limits\.(\w+)`/g)].entries()) defaults.set(name, numbers[index] ?? Number.NaN)
    }
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SERVICE_LIMITS)
  })

  it('has every tier with its defaults', () => {
    const rows = [...read('service.md').matchAll(/^\| `tiers\.(\w+)` \| `(\w+)`, ([\d, ]+) \|/gm)]
    const told = rows.map(([, name, pack, numbers = '']) => [name, pack, ...numbers.split(',').map(Number)])
    expect(told).toEqual(
      Object.entries(DEFAULT_TIERS).map(([name, tier]) => [name, tier.pack, tier.jsonPerMinute, tier.zipPerMinute, tier.maxScanSteps]),
    )
  })

  it('shows settings that are valid', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'))
    writeFileSync(`${folder}/settings.json`, /```json\n([^]*?)```/.exec(read('service.md'))?.[1] ?? '')
    expect(await readServerSettings({ env: {}, file: `${folder}/settings.json` })).toMatchObject({ kind: 'settings' })
    rmSync(folder, { recursive: true })
  })
})
