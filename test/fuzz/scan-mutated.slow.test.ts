import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScanner, type Scanner, type SourceFile } from '../../src/node/index.ts'
import { createSeededRandom, type SeededRandom } from '../../src/testing/seeded-random.ts'
import { root } from '../../tools/root.mjs'
import { checkScan } from './check-scan.ts'
import { FUZZ_ROUND, FUZZ_SECONDS, FUZZ_SEED } from './fuzz-settings.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { readSeedFiles } from './seed-files.ts'

const FILES_A_ROUND = 6
/** Maximum CPU milliseconds of one scan of a round of at most 1.2 MB. Ordinary rounds take less than 300. */
const MAX_MILLISECONDS = 10_000

const seeds = readSeedFiles()
let scanner: Scanner

beforeAll(async () => {
  scanner = await createScanner({ packs: ['full'] })
  // The first scan of a language compiles its rules. All seeds together would be one large project.
  await scanner.scan(seeds.filter((_, index) => index % 25 === 0).map(({ path, bytes }) => ({ path, content: bytes })))
}, 60_000)
afterAll(() => scanner.close())

it(`scans mutated files for ${FUZZ_SECONDS} s without a fault`, { timeout: (FUZZ_SECONDS + 60) * 1000 }, async () => {
  const until = performance.now() + FUZZ_SECONDS * 1000
  let rounds = 0
  for (let round = FUZZ_ROUND ?? 0; performance.now() < until; round++) {
    await runRound(round)
    rounds++
    if (FUZZ_ROUND !== undefined) break
  }
  expect(rounds).toBeGreaterThan(0)
})

async function runRound(round: number): Promise<void> {
  const files = mutatedFiles(createSeededRandom(`${FUZZ_SEED}/${round}`))
  try {
    const { milliseconds } = await checkScan(scanner, files)
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS)
  } catch (error) {
    const folder = join(root, '.cache/fuzz', `${FUZZ_SEED}-${round}`)
    mkdirSync(folder, { recursive: true })
    for (const { path, content } of files) writeFileSync(join(folder, path.replaceAll('/', '_')), content)
    throw new Error(`round ${round} of seed ${FUZZ_SEED} fails; its files are in ${folder}`, { cause: error })
  }
}

/** Some as bytes, as read from disk, and some as strings with lone surrogates, as in JSON. */
function mutatedFiles(random: SeededRandom): readonly SourceFile[] {
  const others = seeds.map(({ bytes }) => bytes)
  return Array.from({ length: FILES_A_ROUND }, (_, index): SourceFile => {
    const seed = seeds[random(seeds.length)] ?? { path: 'a.js', bytes: new Uint8Array() }
    const bytes = mutateBytes(seed.bytes, others, random)
    const path = `${index}/${basename(seed.path)}`
    if (random(3) > 0) return { path, content: bytes }
    const text = Buffer.from(bytes)
      .toString(random(4) === 0 ? 'latin1' : 'utf8')
      .replaceAll('\0', '')
    const at = random(text.length + 1)
    return { path, content: random(2) === 0 ? text : `${text.slice(0, at)}${String.fromCharCode(0xd800 + random(0x800))}${text.slice(at)}` }
  })
}
