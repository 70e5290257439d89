import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildProgram } from '../../adapters/cli/program/build-program.ts'
import { createScanner, formatDiagnostic, readSettings } from '../../src/node/index.ts'
import { root } from '../../tools/root.mjs'

interface Sample {
  readonly page: string
  readonly text: string
}

const PAGES = ['tutorials', 'how-to'].flatMap((kind) => readdirSync(join(root, 'docs', kind)).map((name) => `docs/${kind}/${name}`))

const unused = (): Promise<never> => Promise.reject(new Error('unused'))
const program = buildProgram(
  { engine: unused, service: unused, testing: unused, mcp: unused, lsp: unused, triage: () => import('../../adapters/triage/index.ts') },
  () => Promise.resolve(),
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

test('the code of the first tutorial has the stated finding, and none after the fix', async () => {
  const [before, after] = samplesOf('js').filter(({ page }) => page === 'docs/tutorials/first-scan.md')
  const scanner = await createScanner({ packs: ['full'] })
  const rulesOf = async (sample: Sample | undefined) =>
    (await scanner.scan([{ path: 'app.js', content: sample?.text ?? '' }])).findings.map(({ rule }) => rule)
  expect(await rulesOf(before)).toContain('command-injection')
  expect(await rulesOf(after)).not.toContain('command-injection')
  await scanner.close()
})

describe('the rules of tutorials and how-to guides', () => {
  test.each([
    { name: 'a pattern', rule: 'dynamic-code', path: 'a.js', line: 2, content: "eval('1' + 2)\neval(request.query.formula)\n" },
    {
      name: 'a pattern, for a value that is computed',
      rule: 'dynamic-code',
      path: 'a.js',
      line: undefined,
      content: "const code = '1 + ' + '1'; eval(code)\n",
    },
    { name: 'names', rule: 'dynamic-code-everywhere', path: 'a.js', line: 2, content: "import { runInThisContext as run } from 'node:vm'\nrun(x)\n" },
    { name: 'another language', rule: 'dynamic-code-everywhere', path: 'a.py', line: 1, content: 'exec(x)\n' },
    {
      name: 'data flow',
      rule: 'code-from-request',
      path: 'a.js',
      line: 3,
      content: 'function run(code) {\n  const twice = code + code\n  eval(twice)\n}\nexport const handle = (req) => run(req.query.a)\n',
    },
    {
      name: 'data flow in Python',
      rule: 'code-from-request',
      path: 'a.py',
      line: 5,
      content: "from flask import Flask\napp = Flask(__name__)\n@app.route('/<code>')\ndef run(code):\n    eval(code)\n",
    },
    {
      name: 'a shared matcher',
      rule: 'code-from-any-request',
      path: 'a.js',
      line: 3,
      content:
        "const app = require('express')()\nconst formulas = require('formulas')\napp.get('/', (req) => eval(req.query.a))\napp.get('/b', (req) => eval(formulas.compile(req.query.a)))\n",
    },
    {
      name: 'an own framework',
      rule: 'acme-command-injection',
      path: 'a.js',
      line: 3,
      content:
        "import acme from 'acme'\nimport { exec } from 'node:child_process'\nacme.route('/', (call) => exec(acme.merge({}, call.query).name))\nacme.route('/b', (call) => exec(acme.escape(call.query.name)))\n",
    },
  ])('the examples print the shown output: $name', async ({ rule, path, line, content }) => {
    const scanner = await ownScanner()
    const { findings } = await scanner.scan([{ path, content }])
    await scanner.close()
    expect(findings.filter((finding) => finding.rule === rule).map((finding) => finding.line)).toEqual(line === undefined ? [] : [line])
  })
})

/** A scanner with all rules, shared matchers and models of the pages. */
async function ownScanner() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-guides-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [index, { text }] of samplesOf('yaml').entries()) {
    const [, key = '', value = ''] = /^(id|matchers|library): ?(.*)$/m.exec(text) ?? []
    const path = { id: `${value}.yaml`, matchers: `shared/${index}.yaml`, library: `models/${index}.yaml` }[key]
    if (path === undefined || !text.startsWith(`${key}:`)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return createScanner({ packs: [], rules: [folder] })
}

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
