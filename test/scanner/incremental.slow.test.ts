import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScanner, type Scanner } from '../../src/node/index.ts'

const PATIENCE = 300_000
const folder = mkdtempSync(join(tmpdir(), 'assay-incremental-'))
/** A new scanner is created for each history, so only thirty rules are used. */
const RULES = { packs: ['public'] }

/** The files of a small service in several states: with a source, a sink, a check, a syntax error, a suppression. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  'app.js': [
    "import { run } from './run.js'\nimport express from 'express'\nconst app = express()\napp.get('/', (req, res) => { run(req.query.name); res.end() })\n",
    "import { run } from './other.js'\nimport express from 'express'\nexpress().get('/', (req, res) => { run(req.query.name) })\n",
    "import { run } from './run.js'\nrun('fixed')\n",
    "import { run from './run.js'\n",
  ],
  'run.js': [
    "import { exec } from 'child_process'\nexport function run(name) { exec('ls ' + name) }\n",
    "import { exec } from 'child_process'\nexport function run(name) {\n  // assay-ignore command-injection -- tested\n  exec('ls ' + name)\n}\n",
    "export { run } from './other.js'\n",
    "import { exec } from 'child_process'\nimport { clean } from './clean.js'\nexport const run = (name) => exec('ls ' + clean(name))\n",
  ],
  'other.js': ["import { eval2 } from 'x'\nexport function run(code) { eval(code) }\n", 'export function run(code) { return code.length }\n'],
  'clean.js': [
    "export const clean = (name) => name.replace(/[^a-z]/g, '')\n",
    'export const clean = (name) => name\n',
    'export const clean = (name) => Number(name)\n',
  ],
  'views.py': [
    'import os\nfrom flask import request\nfrom helper import path_of\n\n@app.route("/")\ndef index():\n    os.system("ls " + path_of(request.args["p"]))\n',
    'import os\n',
  ],
  'helper.py': ['def path_of(name):\n    return "/srv/" + name\n', 'def path_of(name):\n    return "/srv/x"\n'],
  'tsconfig.json': ['{"compilerOptions": {"paths": {"@x/*": ["./*"]}}}', '{}'],
}

/** The state of each file by name, or none. */
const edits = fc.array(
  fc.record(Object.fromEntries(Object.entries(STATES).map(([name, states]) => [name, fc.integer({ min: -1, max: states.length - 1 })]))),
  {
    minLength: 3,
    maxLength: 6,
  },
)

let cold: Scanner
beforeAll(async () => {
  cold = await createScanner(RULES)
}, PATIENCE)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cold.close()
})

it.each([
  { name: 'in memory', cacheOf: () => 10_000_000 },
  { name: 'in a folder', cacheOf: () => mkdtempSync(join(folder, 'cache-')) },
])(
  'a scan with a cache $name has the same result as a scan without a cache, after any edits',
  async ({ cacheOf }) => {
    let withFindings = 0
    await fc.assert(
      fc.asyncProperty(edits, async (versions) => {
        const warm = await createScanner({ ...RULES, cache: cacheOf() })
        for (const version of versions) {
          const files = Object.entries(version).flatMap(([path, state]) => (state < 0 ? [] : [{ path, content: STATES[path][state] }]))
          const expected = await cold.scan(files)
          if (expected.findings.some(({ trace }) => (trace?.length ?? 0) > 2)) withFindings++
          expect(await warm.scan(files)).toEqual(expected)
        }
        await warm.close()
      }),
      { numRuns: 8, seed: 7 },
    )
    expect(withFindings).toBeGreaterThan(6)
  },
  PATIENCE,
)
