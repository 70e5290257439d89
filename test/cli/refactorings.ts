import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

/** How much is done. */
export interface Refactoring {
  readonly files: number
  readonly steps: number
  /** Scans after this number of steps. */
  readonly every: number
  readonly seed: number
}

const RULES = ['--no-pack', '--rules', 'rules'] as const
const RULE = `id: risky
title: T
severity: high
confidence: high
category: injection
cwe: [CWE-95]
languages: [javascript]
description: D.
match: { pattern: risky($...ARGUMENTS) }
`

/** Randomly moves, edits and renames files of a project, adds findings, and compares the scan with baseline to the added findings. */
export async function runRefactorings({ files, steps, every, seed }: Refactoring): Promise<void> {
  const random = createRandom(seed)
  const names = Array.from({ length: files }, (_, index) => `src/${index % 7}/file-${index}.js`)
  const modules = Object.fromEntries(names.map((name, index) => [name, writeModule(index)]))
  const cwd = writeFolder({ ...modules, 'rules/risky.yaml': RULE })
  expect(await runAssay(['baseline', 'create', '--quiet', ...RULES], { cwd })).toMatchObject({ code: 0 })
  const planted: string[] = []
  for (let step = 1; step <= steps; step++) {
    const at = random(names.length)
    const name = names[at] ?? ''
    const path = join(cwd, name)
    const text = readFileSync(path, 'utf8')
    const kind = random(7)
    if (kind === 0) {
      planted.push(`planted${step}`)
      writeFileSync(path, insertLine(text, random, `  risky(planted${step})`))
    } else if (kind === 1) {
      names[at] = `src/moved-${random(3)}/file-${step}.js`
      mkdirSync(dirname(join(cwd, names[at] ?? '')), { recursive: true })
      renameSync(path, join(cwd, names[at] ?? ''))
    } else writeFileSync(path, EDITS[kind - 2]?.(text, random) ?? text)
    if (step % every !== 0) continue
    const { stdout, stderr } = await runAssay(['scan', '--quiet', '--format', 'json', '--baseline', 'assay-baseline.json', ...RULES], { cwd })
    expect(stderr).toBe('')
    const { findings }: { readonly findings: readonly { readonly file: string; readonly line: number }[] } = JSON.parse(stdout)
    const listed = findings.map(
      ({ file, line }) =>
        readFileSync(join(cwd, file), 'utf8')
          .split(/\r?\n/)
          [line - 1]?.match(/planted\d+/)?.[0] ?? `${file}:${line}`,
    )
    expect(listed.toSorted(), `after step ${step} with seed ${seed}`).toEqual(planted.toSorted())
  }
}

function writeModule(index: number): string {
  const body = (name: string): string =>
    `function ${name}${index}(value) {\n  // ${name}\n  risky(${name}${index}, value)\n  return value + ${index}\n}\n`
  return `const start = ${index}\n\n${body('read')}\n${body('write')}\n// end\n`
}

type Random = (below: number) => number
type Edit = (text: string, random: Random) => string

/** Edits that do not change the code of findings. */
const EDITS: readonly Edit[] = [
  (text, random) => insertLine(text, random, `// note ${random(1000)}`),
  (text) => text.replaceAll(/^(?=\S)/gm, '    '),
  (text) => text.split(/\r?\n/).join('\r\n'),
  (text) => text.replaceAll('value', 'input').replaceAll('(input)', '(value)').replaceAll(', input)', ', value)'),
  (text) => {
    const [head = '', first = '', second = '', ...rest] = text.split(/(?=^ *function )/m)
    return [head, second, first, ...rest].join('')
  },
]

function insertLine(text: string, random: Random, line: string): string {
  const lines = text.split('\n')
  lines.splice(random(lines.length), 0, line)
  return lines.join('\n')
}

/** The same numbers for the same seed. */
function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
