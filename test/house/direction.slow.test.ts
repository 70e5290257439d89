import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../tools/root.mjs'

interface Report {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

/** Each imports a forbidden module. The text is the whole file. */
const OFFENDERS = [
  { name: 'a stage that imports a stage', file: 'src/grade/offender.ts', text: "import '../scan/target.ts'", rule: 'src-grade-stays-in-its-row' },
  {
    name: 'a type that a stage defines',
    file: 'src/text/offender.ts',
    text: "import type { T } from '../scan/target.ts'\nexport type U = T",
    rule: 'src-text-stays-in-its-row',
  },
  { name: 'a model that imports anything', file: 'src/model/offender.ts', text: "import '../text/target.ts'", rule: 'src-model-stays-in-its-row' },
  { name: 'a stage that imports the chain', file: 'src/scan/offender.ts', text: "import '../engine.ts'", rule: 'src-scan-stays-in-its-row' },
  {
    name: 'a kind of matcher that imports another',
    file: 'src/matchers/call/offender.ts',
    text: "import '../pattern/target.ts'",
    rule: 'matcher-kinds-are-islands',
  },
  { name: 'a builtin of Node outside src/node', file: 'src/engines/offender.ts', text: "import 'node:fs'", rule: 'only-node-imports-node' },
  { name: 'a builtin of Node without its prefix', file: 'src/pack/offender.ts', text: "import 'fs'", rule: 'only-node-imports-node' },
  { name: 'the regex engine outside src/engines', file: 'src/matchers/regex/offender.ts', text: "import 're2js'", rule: 'src-matchers-packages' },
  { name: 'the YAML engine outside src/engines', file: 'src/pack/offender2.ts', text: "import 'yaml'", rule: 'src-pack-packages' },
  { name: 'a package in the chain', file: 'src/engine2.ts', text: "import 'yaml'", rule: 'chain-imports-no-package' },
  { name: 'the chain that imports Node', file: 'src/engine3.ts', text: "import './node/index.ts'", rule: 'chain-knows-no-node' },
  {
    name: 'an adapter that imports an internal module',
    file: 'adapters/cli/offender.ts',
    text: "import '../../src/grade/target.ts'",
    rule: 'adapters-use-public-entry-points',
  },
  {
    name: 'an engine folder that imports an adapter',
    file: 'src/report/offender.ts',
    text: "import '../../adapters/cli/main.ts'",
    rule: 'src-report-stays-in-its-row',
  },
  {
    name: 'a development dependency in shipped code',
    file: 'adapters/http/offender.ts',
    text: "import 'vitest'",
    rule: 'shipped-code-uses-dependencies',
  },
  { name: 'an import of nothing', file: 'src/compile/offender.ts', text: "import './nowhere.ts'", rule: 'everything-resolves' },
  {
    name: 'a subfolder that imports a later one',
    file: 'src/flow/program/offender.ts',
    text: "import '../solver/target.ts'",
    rule: 'src-flow-program-imports-no-later-layer',
  },
  {
    name: 'a subfolder that imports its parent',
    file: 'src/scan/match/offender.ts',
    text: "import '../target.ts'",
    rule: 'src-scan-match-imports-no-later-layer',
  },
  {
    name: 'an adapter file that imports a file of its parent folder',
    file: 'adapters/cli/output/offender.ts',
    text: "import '../main.ts'",
    rule: 'adapters-no-upward-import',
  },
  {
    name: 'an adapter file that imports a file two folders up',
    file: 'adapters/http/keys/store/offender.ts',
    text: "import '../../index.ts'",
    rule: 'adapters-no-upward-import',
  },
  {
    name: 'a nested adapter folder that imports its parent folder',
    file: 'adapters/http/keys/store/offender2.ts',
    text: "import '../target.ts'",
    rule: 'adapters-no-upward-import',
  },
  {
    name: 'a type from the parent folder of an adapter file',
    file: 'adapters/http/server/offender.ts',
    text: "import type { T } from '../index.ts'\nexport type U = T",
    rule: 'adapters-no-upward-import',
  },
  {
    name: 'an adapter folder that imports a folder above it in the order',
    file: 'adapters/http/queue/offender.ts',
    text: "import '../upload/target.ts'",
    rule: 'adapters-http-queue-keeps-the-order',
  },
  {
    name: 'a cycle between two sibling folders of an adapter, without a cycle of files',
    file: 'adapters/cli/files/offender.ts',
    text: "import '../git/target.ts'",
    rule: 'adapters-cli-files-keeps-the-order',
  },
  {
    name: 'an upward import in a folder that is not listed',
    file: 'adapters/http/fresh/deep/offender.ts',
    text: "import '../target.ts'",
    rule: 'adapters-no-upward-import',
  },
  {
    name: 'an adapter folder that is not listed',
    file: 'adapters/http/fresh/offender.ts',
    text: "import '../keys/target.ts'",
    rule: 'adapters-http-folders-are-listed',
  },
  {
    name: 'a command that imports the inside of the service',
    file: 'adapters/cli/commands/offender.ts',
    text: "import '../../http/keys/target.ts'",
    rule: 'cli-uses-http-entries',
  },
  { name: 'a cycle', file: 'src/scan/cycle.ts', text: "import './cycle-too.ts'", rule: 'no-cycles' },
] as const

/** Modules that the offenders import, and modules with allowed imports. */
const BYSTANDERS: Record<string, string> = {
  'src/scan/target.ts': 'export type T = string',
  'src/flow/solver/target.ts': 'export type T = string',
  'src/text/target.ts': 'export const a = 1',
  'src/grade/target.ts': 'export const a = 1',
  'src/matchers/pattern/target.ts': 'export const a = 1',
  'src/scan/cycle-too.ts': "import './cycle.ts'",
  'src/engine.ts': "import './scan/target.ts'",
  'src/index.ts': "export * from './engine.ts'",
  'src/node/index.ts': "import 'node:fs'\nexport * from '../index.ts'",
  'src/engines/allowed.ts': "import 're2js'\nimport 'yaml'\nimport 'web-tree-sitter'",
  'adapters/cli/main.ts': "import '../../src/node/index.ts'\nimport './git/target.ts'\nimport 'commander'",
  'adapters/cli/git/target.ts': "import '../files/lower.ts'\nimport '../../http/index.ts'",
  'adapters/cli/files/lower.ts': 'export const a = 1',
  'adapters/http/index.ts': "import './upload/target.ts'\nexport type T = string",
  'adapters/http/upload/target.ts': "import '../queue/lower.ts'",
  'adapters/http/queue/lower.ts': 'export const a = 1',
  'adapters/http/keys/target.ts': "import './store/lower.ts'\nimport '../queue/lower.ts'",
  'adapters/http/keys/store/lower.ts': 'export const a = 1',
  'adapters/http/fresh/target.ts': 'export const a = 1',
}

describe('the checker of directions', () => {
  it('sees every module of src and adapters', () => {
    const seen = new Set(cruise(root).modules.map(({ source }) => source))
    const modules = ['src', 'adapters'].flatMap((folder) => modulesBelow(folder))
    expect(modules.length).toBeGreaterThan(20)
    expect(modules.filter((path) => !seen.has(path))).toEqual([])
  }, 60_000)

  describe('refuses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-direction-'))
    let violations: Report['summary']['violations'] = []

    beforeAll(() => {
      for (const [file, text] of Object.entries(BYSTANDERS)) write(file, text)
      for (const { file, text } of OFFENDERS) write(file, text)
      for (const name of ['node_modules', 'package.json', 'tsconfig.json']) symlinkSync(join(root, name), join(folder, name))
      violations = cruise(folder).summary.violations
    }, 60_000)
    afterAll(() => rmSync(folder, { recursive: true }))

    it.each(OFFENDERS)('$name', ({ file, rule }) => {
      // A cycle is reported once, from any of its modules.
      const about = violations.filter(({ from, to }) => from === file || (rule === 'no-cycles' && to === file))
      expect(about.map((violation) => violation.rule.name)).toContain(rule)
    })

    it('none of the modules that keep to the table', () => {
      const innocent = Object.keys(BYSTANDERS).filter((file) => file !== 'src/scan/cycle-too.ts')
      expect(violations.filter(({ from }) => innocent.includes(from))).toEqual([])
    })

    function write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\n`)
    }
  })
})

function cruise(folder: string): Report {
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'src', 'adapters', '--config', config, '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

function modulesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}
