import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { buildProgram } from '../../adapters/cli/program/build-program.ts'
import { createScanner, formatDiagnostic, readSettings } from '../../src/node/index.ts'
import { root } from '../../tools/root.mjs'

interface Sample {
  readonly page: string
  readonly text: string
}

const PAGES = ['tutorials', 'how-to'].flatMap((kind) => readdirSync(join(root, 'docs', kind)).map((name) => `docs/${kind}/${name}`))

const program = buildProgram({ engine: () => Promise.reject(new Error('unused')), service: () => Promise.reject(new Error('unused')) }, () =>
  Promise.resolve(),
)

describe('the commands of tutorials and how-to guides', () => {
  const commands = samplesOf('sh').flatMap(({ page, text }) =>
    [...text.matchAll(/^(?:npx )?assay (.*)$/gm)].map(([, words = '']) => ({ page, command: words.replace(/\s+#.*$/, '') })),
  )

  test('are found', () => expect(commands.length).toBeGreaterThan(30))

  test.each(commands)('exist with their options: assay $command ($page)', ({ command }) => {
    const words = command.split(/\s+/)
    const chosen = commandOf(program, words)
    expect(chosen === program && words[0] !== '--version' ? words : []).toEqual([])
    const known = [...chosen.options, ...program.options].flatMap(({ long, short }) => [long, short])
    const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*$/, ''))
    expect(options.filter((option) => !known.includes(option))).toEqual([])
  })
})

test.each(samplesOf('yaml').filter(({ text }) => text.startsWith('# assay.config.yaml\n')))('the settings of $page are valid', ({ text }) => {
  expect(readSettings({ path: 'assay.config.yaml', text }).diagnostics.map(formatDiagnostic)).toEqual([])
})

test('the code of the first tutorial has the finding that it says, and none once it is fixed', async () => {
  const [before, after] = samplesOf('js').filter(({ page }) => page === 'docs/tutorials/first-scan.md')
  const scanner = await createScanner({ packs: ['full'] })
  const rulesOf = async (sample: Sample | undefined) =>
    (await scanner.scan([{ path: 'app.js', content: sample?.text ?? '' }])).findings.map(({ rule }) => rule)
  expect(await rulesOf(before)).toContain('command-injection')
  expect(await rulesOf(after)).not.toContain('command-injection')
  await scanner.close()
})

/** Indented blocks of lists too. */
function samplesOf(language: string): readonly Sample[] {
  const blocks = /^( *)```(\w+)\n([^]*?)^\1```$/gm
  return PAGES.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(blocks)]
      .filter(([, , of]) => of === language)
      .map(([, indent = '', , text = '']) => ({ page, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })),
  )
}

function commandOf(from: Command, [word, ...rest]: readonly string[]): Command {
  const inner = from.commands.find((command) => command.name() === word)
  return inner === undefined ? from : commandOf(inner, rest)
}
