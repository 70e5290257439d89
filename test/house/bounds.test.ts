import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../src/model/bounds.ts'
import { root } from '../../tools/root.mjs'

const PAGE = join(root, 'docs/reference/limits.md')

const files = ['src/flow', 'src/scan', 'src/languages'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => (name.endsWith('.ts') ? [join(folder, name)] : [])),
)

/** `entryKeysPerParameter`: `entry keys per parameter`. */
function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function renderPage(): string {
  const rows = Object.entries(BOUNDS).map(
    ([name, { value, unit, cost, loss }]) => `| ${spaced(name)} | ${value.toLocaleString('en-US')} | ${unit} | ${cost} | ${loss} |`,
  )
  return `# Limits

Assay limits the work of an analysis. The limits count steps and sizes, not time, so a scan of the same files gives the same result on every machine.
This table lists the limits of data flow, of scanning and of reading programs. "Cost" is what grows with the value. "Effect" is what changes in the result at the limit.
Where the effect says "gap", the result names the file.

| Limit | Value | Unit | Cost | Effect |
| --- | ---: | --- | --- | --- |
${rows.join('\n')}
`
}

describe('bounds', () => {
  it('are listed on the page of limits', async () => {
    await expect(renderPage()).toMatchFileSnapshot(PAGE)
  })

  it.each(files)('come from the table: %s', (file) => {
    const code = readFileSync(join(root, file), 'utf8')
    expect(code.match(/^(?:export )?const (?:MAX|MOST)_\w+ = \d.*$/gm) ?? []).toEqual([])
  })
})
