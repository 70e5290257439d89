// Measures walking a tree, compared to listing its folders with `readdir`: `npm run bench -- walk`.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine, importBuilt } from './lib/engine.mjs'
import { formatTable } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'

/** Microseconds of CPU for a file. */
const MAX_A_FILE = 50
const { listFiles } = await importBuilt('src/node/index.js')
const top = mkdtempSync(join(tmpdir(), 'assay-walk-'))
console.log(`${describeMachine()}; CPU time, one walk of each tree`)

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')
const TREES = [
  { name: '20,000 empty files in one folder', make: (folder) => writeFiles(folder, 20_000) },
  { name: '20,000 files in 200 folders', make: (folder) => writeFolders(folder, 200, 100) },
  { name: '1,000 files, 100 KB of `*a*b` patterns', make: (folder) => writeIgnored(folder, 20_000, (i) => `*${letters(i)}*q`) },
  { name: '1,000 files, 100 KB of names', make: (folder) => writeIgnored(folder, 14_000, (i) => `x${letters(i)}.z`) },
  { name: '1,000 files, 100 KB of `**/` patterns', make: (folder) => writeIgnored(folder, 12_000, (i) => `**/${letters(i)}*q`) },
  { name: '1,000 files, one pattern of 100 KB', make: (folder) => writeIgnored(folder, 1, () => '*e'.repeat(50_000)) },
]
const rows = []
for (const [index, { name, make }] of TREES.entries()) {
  const folder = join(top, String(index))
  mkdirSync(folder)
  make(folder)
  const listed = await measure(async () => countPlainly(folder))
  const walked = await measure(async () => {
    let count = 0
    for await (const _ of await listFiles([folder])) count++
    return count
  })
  const each = (1000 * walked.cpu) / listed.count
  record(`walk of ${name}`, each, 'µs')
  rows.push([
    name,
    String(listed.count),
    String(walked.count),
    `${listed.cpu.toFixed(0)} ms`,
    `${walked.cpu.toFixed(0)} ms`,
    `${(walked.cpu / listed.cpu).toFixed(1)}`,
    `${each.toFixed(0)} µs`,
  ])
}
rmSync(top, { recursive: true })
console.log(formatTable([['tree', 'files', 'kept', 'readdir alone', 'walk', 'ratio', 'a file'], ...rows]))
judge('walk of 20,000 files, CPU a file', Number.parseInt(rows[0][6], 10), MAX_A_FILE, { unit: 'µs' })

async function measure(work) {
  const before = process.cpuUsage()
  const count = await work()
  const { user, system } = process.cpuUsage(before)
  return { count, cpu: (user + system) / 1000 }
}

function countPlainly(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, each) => sum + (each.isDirectory() ? countPlainly(join(folder, each.name)) : 1), 0)
}

function writeFiles(folder, count) {
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `e${i}.js`), '')
}

function writeFolders(folder, folders, count) {
  for (let i = 0; i < folders; i++) {
    mkdirSync(join(folder, `d${i}`))
    writeFiles(join(folder, `d${i}`), count)
  }
}

function writeIgnored(folder, patterns, make) {
  writeFiles(folder, 1_000)
  writeFileSync(
    join(folder, '.gitignore'),
    repeat(patterns, (i) => `${make(i)}\n`),
  )
}

function letters(index) {
  return index.toString(26).replaceAll(/[0-9]/g, (digit) => String.fromCharCode(113 + Number(digit)))
}
