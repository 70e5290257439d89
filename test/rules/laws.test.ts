import { beforeAll, expect, it } from 'vitest'
import { toJson } from '../../src/node/index.ts'
import { createSeededRandom } from '../../src/testing/seeded-random.ts'
import { type Laws, openLaws } from './laws.ts'
import { prepareSamples } from './read-samples.ts'

/** All samples, under all laws and with every rule, are in `laws.slow.test.ts`. */
const TRIED = 16

/** The same ones each time, and whichever rules come, as many. */
const chosen = prepareSamples()
  .map((sample) => ({ ...sample, rank: createSeededRandom(sample.name)(2 ** 32) }))
  .sort((left, right) => left.rank - right.rank)
  .slice(0, TRIED)
  .map((sample, index) => ({ ...sample, index }))

let laws: Laws

beforeAll(async () => {
  laws = await openLaws('public')
}, 400_000)

it.each(chosen)('sample code gives the same bytes in another way: $name', async ({ files, index }) => {
  const law = laws.laws[index % laws.laws.length]
  expect(await law?.scan(files), law?.name).toBe(toJson(await laws.usual.scan(files)))
})
