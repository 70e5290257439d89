import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScanner, type Scanner } from '../../src/node/index.ts'
import { DEEP_UNITS } from './deep-units.ts'

/** Bytes of a file: three kinds are tested at the first, the next three at the other. */
const SIZES = [6_000, 60_000]
const LARGE = 1_000_000
/** One of this number of kinds is also tested at the large size, besides all mixed ones. */
const LARGE_EVERY = 48
/** After this number of kinds good code is scanned, to see that nothing is left of them. */
const GOOD_EVERY = 8
/** Maximum steps per character of a file, and the minimum. Measured: under 3. */
const MAX_STEPS = 20
const LEAST_STEPS = 1_000_000
const GOOD = [
  { path: 'good.js', content: "const { exec } = require('child_process')\napp.get('/', (req, res) => exec(`ls ${req.query.folder}`, res.send))\n" },
  { path: 'good.py', content: "import os\nfrom flask import request\n\ndef show():\n    os.system('ls ' + request.args['folder'])\n" },
  { path: 'good.tsx', content: 'export const Page = (props: Props): Element => <p dangerouslySetInnerHTML={{ __html: props.text }} />\n' },
  { path: 'good.yaml', content: 'services:\n  web:\n    privileged: true\n' },
]

let scanner: Scanner
let want: string
beforeAll(async () => {
  const fresh = await createScanner({ packs: ['public'] })
  want = JSON.stringify(await fresh.scan(GOOD))
  await fresh.close()
  scanner = await createScanner({ packs: ['public'] })
}, 120_000)
afterAll(() => scanner.close())

describe('deep code of any kind ends within its steps and leaves nothing behind:', () => {
  it.each(DEEP_UNITS.map((unit, index) => ({ ...unit, index, sizes: sizesOf(unit.units.length, index) })))(
    '$path $units',
    { timeout: 600_000 },
    async ({ path, units, before, close, index, sizes }) => {
      for (const size of sizes) {
        const unit = units.join('')
        const count = Math.floor(size / (unit.length + close.length))
        const content = `${before}${unit.repeat(count)}${close.repeat(count)}`
        let steps = 0
        const result = await scanner.scan([{ path, content }], { includeVendored: true, onStats: (stats) => (steps = stats.steps) })
        expect(result.partial.filter(({ reason }) => reason === 'rule-failed')).toEqual([])
        expect(steps).toBeLessThan(Math.max(LEAST_STEPS, MAX_STEPS * size))
      }
      if (index % GOOD_EVERY === 0 || units.length > 1) expect(JSON.stringify(await scanner.scan(GOOD))).toBe(want)
    },
  )
})

function sizesOf(units: number, index: number): readonly number[] {
  if (units > 1) return [...SIZES, LARGE]
  const size = SIZES[Math.floor(index / 3) % SIZES.length]
  return index % LARGE_EVERY === 0 ? [size, LARGE] : [size]
}
