import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawProgram } from './draw-program.ts'

const README = readFileSync(new URL('../../src/flow/README.md', import.meta.url), 'utf8')

/** The code blocks of the README by the words of their info string: "```js program". */
const BLOCKS = new Map([...README.matchAll(/^```(?:\w+) (.+)\n([\s\S]*?)\n```$/gm)].map(([, name, text]) => [name, text]))

it('the program of src/flow/README.md has the shown output at every stage', async () => {
  const drawn = await drawProgram('server.js', BLOCKS.get('program') ?? '', BLOCKS.get('rule') ?? '')
  for (const [stage, text] of drawn) expect(BLOCKS.get(stage), stage).toBe(text)
})
