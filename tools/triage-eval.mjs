// Measures a triage: how many true findings it loses and how many false ones it removes.
// `npm run triage:eval -- [--settings FILE] [--answers FOLDER] [--replay] [--rules ID,ID] [--applications HALF] [--sets NAME,NAME] [--json]`
// `--sets` chooses among fixtures, projects and applications.
// Without `--settings` (and ASSAY_TRIAGE_KEY) a local stand-in judges. `--answers` records the answers of the model, `--replay` uses recorded answers alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { buildOrExit } from './build.mjs'
import { root } from './root.mjs'
import { startStandIn } from './triage/stand-in.mjs'

const { values } = parseArgs({
  options: {
    settings: { type: 'string' },
    answers: { type: 'string' },
    replay: { type: 'boolean', default: false },
    rules: { type: 'string' },
    applications: { type: 'string' },
    sets: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

buildOrExit()
const { createScanner, prepareTriage, readFixtures, triageResult } = await import('../dist/src/node/index.js')
const { createModelTriage, readTriageSettings, TRIAGE_KEY } = await import('../dist/adapters/triage/index.js')

/** The address of the stand-in in requests: answers are kept by address, and its port is another one each time. */
const STAND_IN = 'http://localhost:1'
const standIn = values.settings === undefined ? await startStandIn() : undefined
const settings = chooseSettings()
const scanner = await createScanner({ packs: ['full'] })
const groups = []
try {
  const isWanted = (name) => values.sets === undefined || values.sets.split(',').includes(name)
  for (const name of ['fixtures', 'projects'])
    if (isWanted(name)) groups.push(await measure(name, listFixtures(name === 'fixtures' ? 'fixtures/rules' : 'fixtures/projects')))
  if (values.applications !== undefined && isWanted('applications'))
    groups.push(await measure('applications', await listApplications(values.applications)))
} finally {
  await scanner.close()
  await standIn?.close()
}
process.stdout.write(values.json ? `${JSON.stringify({ by: `${settings.provider}:${settings.model}`, groups }, undefined, 2)}\n` : formatTable())

function chooseSettings() {
  const env = standIn ? { ASSAY_TRIAGE_PROVIDER: 'openai', ASSAY_TRIAGE_MODEL: 'stand-in', ASSAY_TRIAGE_BASE_URL: `${STAND_IN}/v1` } : process.env
  const read = readTriageSettings({ env, file: values.settings })
  const unlimited = { calls: 1_000_000, tokens: 1e12, seconds: 86_400 }
  return { ...read, budget: standIn ? unlimited : read.budget, ...(values.answers !== undefined && { cache: values.answers }) }
}

/** A sample of files that are scanned together, and what is known of its findings: `right`, `wrong`, or nothing. */
function listFixtures(folder) {
  const wanted = values.rules?.split(',')
  return readFixtures(join(root, folder))
    .filter(({ rule }) => wanted === undefined || folder !== 'fixtures/rules' || wanted.includes(rule))
    .map(({ rule, files }) => {
      const marked = new Set(files.flatMap(({ content }) => Array.from(content.matchAll(/\bruleid: *([a-z0-9-]+)/g), ([, id]) => id)))
      return { name: rule, files, judge: (finding) => (marked.has(finding.rule) ? 'right' : undefined) }
    })
}

/** The applications whose findings people have judged. Downloads those that are not there yet. */
async function listApplications(half) {
  const { fileName, unpackApplication } = await import('../bench/lib/unpack-application.mjs')
  const { hashPlace, matchVerdicts } = await import('../bench/lib/verdicts.mjs')
  const { listFiles } = await import('../dist/src/node/index.js')
  const all = parse(readFileSync(join(root, 'bench/applications/list.yaml'), 'utf8')).filter((each) => half === 'all' || each.half === half)
  const samples = []
  for (const application of all) {
    const folder = unpackApplication(application)
    /** @type {{ rule: string, file: string, line: number, sink: string, verdict: string }[]} */
    const verdicts = parse(readFileSync(join(root, 'bench/applications/verdicts', `${fileName(application)}.yaml`), 'utf8')) ?? []
    const files = []
    for await (const file of await listFiles(['.'], { cwd: folder })) files.push(file)
    const contentOf = (path) => readFileSync(join(folder, path), 'utf8')
    const judgeAll = (findings) => {
      const described = findings.map((finding) => {
        const places = [finding, ...(finding.places ?? [])].map(({ file, ...place }) => ({
          file,
          line: place.line,
          sink: hashPlace(contentOf(file), place),
        }))
        return { finding, rule: finding.rule, ...places[0], places }
      })
      const ids = new Map(described.map((each) => [each, each.finding.id]))
      /** @type {Map<string, string>} */
      const judged = new Map()
      for (const { finding, verdict } of matchVerdicts(described, verdicts).pairs) judged.set(ids.get(finding), verdict.verdict)
      return judged
    }
    samples.push({ name: application.name, files, contentOf, judgeAll })
  }
  return samples
}

async function measure(name, samples) {
  const sum = {
    name,
    right: 0,
    wrong: 0,
    lostRight: 0,
    loweredRight: 0,
    removedWrong: 0,
    loweredWrong: 0,
    unanswered: 0,
    calls: 0,
    lost: /** @type {string[]} */ ([]),
  }
  for (const sample of samples) {
    const result = await scanner.scan(sample.files)
    const contents = new Map(sample.files.flatMap((file) => ('content' in file ? [[file.path, file.content]] : [])))
    const sourceOf = (path) => contents.get(path) ?? sample.contentOf?.(path)
    const cases = await prepareTriage(result, {
      sourceOf,
      paths: sample.files.map(({ path }) => path),
      severity: settings.severity,
      maxContextTokens: settings.maxContextTokens,
    })
    const { triage, findings, suppressed } = await triageResult(result, cases, createTriage())
    const judged = sample.judgeAll?.(result.findings) ?? new Map(result.findings.map((finding) => [finding.id, sample.judge(finding)]))
    const asked = new Set(cases.map(({ id }) => id))
    for (const { id, rule, file, line } of result.findings) {
      const truth = judged.get(id)
      if (!asked.has(id) || (truth !== 'right' && truth !== 'wrong')) continue
      sum[truth] += 1
      const isRemoved = suppressed.some((each) => each.id === id)
      const verdict = findings.find((each) => each.id === id)?.triage
      const isLowered = verdict?.applied === true && verdict.verdict === 'lower'
      if (isRemoved) sum[truth === 'right' ? 'lostRight' : 'removedWrong'] += 1
      if (isLowered) sum[truth === 'right' ? 'loweredRight' : 'loweredWrong'] += 1
      if (isRemoved && truth === 'right') sum.lost.push(`${sample.name}/${file}:${line} ${rule}`)
    }
    if (triage === undefined) continue
    sum.unanswered += triage.unanswered.reduce((count, each) => count + each.findings, 0)
    sum.calls += triage.usage?.calls ?? 0
  }
  return sum
}

/** With `--replay` nothing is sent: findings without a recorded answer have none. */
function createTriage() {
  const refuse = async () => Promise.reject(new Error('The answer is not recorded.'))
  const key = standIn ? 'stand-in' : (process.env[TRIAGE_KEY] ?? '')
  if (key === '' && !values.replay) throw new Error(`Set ${TRIAGE_KEY}, or use --replay with --answers.`)
  return createModelTriage(
    { ...settings, ...(values.replay && { retries: 0 }) },
    { key: key === '' ? 'replay' : key, ...(values.replay ? { fetch: refuse } : standIn && { fetch: askStandIn }) },
  )
}

/** @type {NonNullable<NonNullable<Parameters<typeof createModelTriage>[1]>['fetch']>} */
function askStandIn(address, init) {
  return fetch(address.replace(STAND_IN, standIn?.url ?? ''), /** @type {RequestInit} */ (init))
}

function formatTable() {
  const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
  const rows = groups.map(({ name, right, lostRight, wrong, removedWrong, unanswered, calls }) =>
    [name, right, `${lostRight} (${share(lostRight, right)})`, wrong, `${removedWrong} (${share(removedWrong, wrong)})`, unanswered, calls].join(
      ' | ',
    ),
  )
  const lost = groups.flatMap((group) => group.lost.map((each) => `lost: ${each}`))
  return `${['set | true | lost | false | removed | unanswered | requests', ...rows, ...lost].join('\n')}\n`
}
