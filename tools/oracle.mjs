// Compares all findings with the committed ones: `npm run oracle [-- GROUP… --applications --accept --against REF --full]`. Exits with 1 when they differ. `--help` explains.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { buildOrExit } from './build.mjs'
import { diffLines } from './oracle/diff-lines.mjs'
import { applicationsFile } from './oracle/pinned-applications.mjs'
import { scanApplications, scanOffline } from './oracle/scan-cases.mjs'
import { root } from './root.mjs'

const HELP = `Usage: npm run oracle -- [GROUP…] [options]

Scans fixtures, projects and conformance tables with all rules, and compares findings, traces, confidence and gaps with the hashes in test/oracle/.

  GROUP…           only groups whose name begins with one of these: rules/ssrf, projects, flow/python
  --applications   scan the applications that test/oracle/applications.json pins instead (downloads them once, outside the repository)
  --accept         write the new hashes
  --against REF    build the commit REF first and keep its findings, so that differences can be shown line by line
  --full           show every difference, and not only the first of each group

Examples:
  npm run oracle
  npm run oracle -- flow --against main --full
  npm run oracle -- --applications --accept`

const STORE = join(root, '.cache/oracle')
/** Differences shown for each group without \`--full\`. */
const SHOWN = 6

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    applications: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    against: { type: 'string' },
    full: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const committed = options.applications ? applicationsFile : join(root, 'test/oracle/offline.json')

if (options.help) console.log(HELP)
else await main()

async function main() {
  if (options.against !== undefined) keepFindingsOf(options.against)
  if (process.env.ASSAY_BENCH_BUILD === undefined) buildOrExit()
  const isWanted = (group) => positionals.length === 0 || positionals.some((prefix) => group.startsWith(prefix))
  const known = JSON.parse(readFileSync(committed, 'utf8'))
  const lines = options.applications ? scanApplications(isWanted) : await scanOffline(isWanted)
  const hashes = Object.fromEntries([...lines].sort(([left], [right]) => (left < right ? -1 : 1)).map(([group, both]) => [group, hashBoth(both)]))
  // The build of another commit only leaves its lines in the store.
  if (process.env.ASSAY_ORACLE_BASE !== undefined) return writeFileSync(process.env.ASSAY_ORACLE_BASE, JSON.stringify(hashes))
  const base = options.against === undefined ? known : JSON.parse(readFileSync(baseFile(), 'utf8'))
  const changed = reportChanges(base, hashes, isWanted)
  if (options.accept) accept(known, hashes, isWanted)
  else if (changed > 0) process.exitCode = 1
  writeResult(Object.keys(hashes).length, options.accept ? 0 : changed)
}

/** Findings and wording have a hash each. Lines are kept by hash, so that later differences can be shown. */
function hashBoth({ findings, wording }) {
  return { findings: keepLines(findings), wording: keepLines(wording) }
}

function keepLines(lines) {
  const text = lines.join('\n')
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 20)
  mkdirSync(STORE, { recursive: true })
  writeFileSync(join(STORE, hash), text)
  return hash
}

/** @returns {number} the number of groups with different findings. Different wording is reported, but not counted. */
function reportChanges(base, hashes, isWanted) {
  const groups = [...new Set([...Object.keys(base).filter(isWanted), ...Object.keys(hashes)])].sort()
  const differing = groups.filter((group) => base[group]?.findings !== hashes[group]?.findings)
  for (const group of differing) printGroup(group, base[group]?.findings, hashes[group]?.findings)
  const reworded = groups.filter((group) => base[group]?.findings === hashes[group]?.findings && base[group]?.wording !== hashes[group]?.wording)
  if (reworded.length > 0) console.log(`Only the wording changed in ${reworded.length} of ${groups.length} groups.`)
  console.log(
    differing.length === 0
      ? `All ${groups.length} groups have the same findings.`
      : `${differing.length} of ${groups.length} groups have other findings.`,
  )
  return differing.length
}

function printGroup(group, before, after) {
  if (before === undefined || after === undefined) return console.log(`${group}: ${before === undefined ? 'a new group' : 'the group is gone'}`)
  if (!existsSync(join(STORE, before))) return console.log(`${group}: changed. Run with \`--against REF\` to see the differences from a commit.`)
  const { added, removed, changed } = diffLines(readLines(before), readLines(after))
  console.log(`${group}: ${added.length} new, ${removed.length} gone, ${changed.length} changed`)
  const shown = [
    ...removed.map((line) => `  - ${line}`),
    ...added.map((line) => `  + ${line}`),
    ...changed.flatMap((pair) => [`  < ${pair.before}`, `  > ${pair.after}`]),
  ]
  for (const line of options.full ? shown : shown.slice(0, SHOWN)) console.log(line)
  if (!options.full && shown.length > SHOWN) console.log(`  … ${shown.length - SHOWN} more lines (--full)`)
}

function readLines(hash) {
  return readFileSync(join(STORE, hash), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** Groups that were not scanned keep their hashes. Applications keep their pins. */
function accept(known, hashes, isWanted) {
  const kept = Object.entries(known).filter(([group]) => !isWanted(group))
  const scanned = Object.entries(hashes).map(([group, both]) => [group, { ...known[group], ...both }])
  const all = [...kept, ...scanned].sort(([left], [right]) => (left < right ? -1 : 1))
  writeFileSync(committed, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`)
}

/** Builds the commit in a worktree, and scans the same cases with that build. */
function keepFindingsOf(ref) {
  const tree = join(root, '.cache/oracle-base')
  rmSync(tree, { recursive: true, force: true })
  run('git', ['worktree', 'prune'])
  run('git', ['worktree', 'add', '--quiet', '--detach', tree, ref])
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    run(process.execPath, [join(tree, 'tools/build.mjs')], { cwd: tree })
    const words = [...positionals, ...(options.applications ? ['--applications'] : [])]
    run(process.execPath, [join(root, 'tools/oracle.mjs'), ...words], {
      env: { ...process.env, ASSAY_BENCH_BUILD: join(tree, 'dist'), ASSAY_ORACLE_BASE: baseFile() },
    })
  } finally {
    run('git', ['worktree', 'remove', '--force', tree])
  }
}

function baseFile() {
  mkdirSync(STORE, { recursive: true })
  return join(STORE, 'base.json')
}

function run(command, words, spawnOptions = {}) {
  const { status } = spawnSync(command, words, { cwd: root, stdio: 'inherit', ...spawnOptions })
  if (status !== 0) throw new Error(`\`${command} ${words.join(' ')}\` exited with ${status}.`)
}

/** `.ci/run` adds this up. */
function writeResult(groups, failed) {
  mkdirSync(join(root, '.cache/results'), { recursive: true })
  writeFileSync(join(root, '.cache/results/oracle.json'), JSON.stringify({ passed: groups - failed, failed }))
}
