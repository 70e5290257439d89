// Peak memory and speed of the command on all of node_modules, including vendored files: `npm run bench -- memory [FOLDER]`
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.mjs'
import { build, describeMachine } from './lib/engine.mjs'
import { judge } from './lib/records.mjs'

/** In megabytes. */
const MAX_MEMORY = 400
/** Minimum lines per critical or high finding in well-known libraries. */
const LEAST_LINES = 20_000

const folder = process.argv[2] ?? join(root, 'node_modules')
const words = [
  'scan',
  folder,
  '--pack',
  'public',
  '--no-ignore',
  '--stats',
  '--fail-on',
  'never',
  '--format',
  'json',
  '--output',
  join(root, '.cache/bench-memory.json'),
]
console.log(`${describeMachine()}\nassay ${words.join(' ')}`)
mkdirSync(join(root, '.cache'), { recursive: true })
const { stderr, status } = spawnSync(process.execPath, [join(build, 'adapters/cli/main.js'), ...words], { encoding: 'utf8', maxBuffer: 1 << 26 })
const stats = stderr.slice(Math.max(0, stderr.search(/^files /m)))
console.log(stats)
const megabytes = Number(/([\d,.]+) MB at its peak/.exec(stats)?.[1]?.replaceAll(',', ''))
const lines = Number(/one critical or high in ([\d,]+) line/.exec(stats)?.[1]?.replaceAll(',', '') ?? Infinity)
judge('exit code', status ?? 1, 0)
judge('peak memory', megabytes, MAX_MEMORY, { unit: 'MB' })
judge('lines for each critical or high finding', lines, LEAST_LINES, { least: true })
