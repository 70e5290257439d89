import { beforeAll, expect, it } from 'vitest'
import { toJson } from '../../src/node/index.ts'
import { type Laws, openLaws } from './laws.ts'
import { readProjects } from './read-projects.ts'
import { prepareSamples } from './read-samples.ts'

/** An eighth of the sample code and of the projects, because scans without the prefilter take a second each. */
const TRIED = [...prepareSamples(), ...readProjects()].filter((_, index) => index % 8 === 0)

let laws: Laws

beforeAll(async () => {
  laws = await openLaws()
}, 400_000)

it.each(TRIED)('sample code gives the same bytes without the prefilter, by the cursor, and in any order: $name', async ({ files }) => {
  const usual = toJson(await laws.usual.scan(files))
  for (const law of laws.laws) expect(await law.scan(files), law.name).toBe(usual)
})
