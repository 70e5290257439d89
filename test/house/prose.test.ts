import { describe, expect, it } from 'vitest'
import { createTextCheck, readingEase } from '../../tools/prose/check-text.mjs'
import { toBlocks } from '../../tools/prose/read-pages.mjs'

const check = createTextCheck('Assay')
const checkPage = (text: string) => check({ name: 'page.md', kind: 'page', blocks: toBlocks(text) })

describe('the prose check', () => {
  it.each([
    {
      name: 'a banned phrase',
      text: 'Whoever calls it gets an answer.',
      problem: '`Whoever`: write anyone who, or name the person: an attacker, a user, a caller',
    },
    { name: 'an unknown word', text: 'Assay reads the confguration.', problem: 'unknown word `confguration`' },
    { name: 'a wrong article', text: 'It reads an file.', problem: 'Unexpected article `an` before `file`, expected `a`' },
    { name: 'a repeated word', text: 'It reads the the file.', problem: 'Unexpected repeated `the`, remove one occurrence' },
  ])('reports $name with its line', ({ text, problem }) => {
    expect(checkPage(`# Title\n\n${text}\n`).faults).toEqual([{ line: 3, problem }])
  })

  it('does not report code, which is not prose', () => {
    expect(checkPage('Set `confguration` to a value.\n\n```js\nwhoever()\n```\n').faults).toEqual([])
  })

  it('lists sentences of more than 35 words, and sentences in the passive voice', () => {
    const { long, passive } = checkPage(`The file is read by the scanner.\n\n${'The scanner reads one file, then '.repeat(7)}it stops.\n`)
    expect({ long: long.map(({ line }) => line), passive: passive.map(({ line }) => line) }).toEqual({ long: [3], passive: [1] })
  })

  it('computes a higher reading ease for plain sentences', () => {
    const plain = readingEase(checkPage('The rule finds the bug. You fix the code.'))
    const heavy = readingEase(checkPage('Interprocedural analysis necessitates considerable computational optimisation.'))
    expect({ isPlain: plain > 80, isHeavy: heavy < 20 }).toEqual({ isPlain: true, isHeavy: true })
  })
})
