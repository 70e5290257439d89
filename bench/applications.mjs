// Measures the precision in real applications: `npm run bench -- applications
// [learn|last|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|all] [NAME…] [--list KIND] [--add] [--kept]`
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../tools/root.mjs'
import { build } from './lib/engine.mjs'
import { formatTable, percent } from './lib/measure.mjs'
import { judge, record } from './lib/records.mjs'
import { timeCommand } from './lib/time-command.mjs'
import { fileName, sourceFolder, unpackApplication } from './lib/unpack-application.mjs'
import { JUDGEMENTS, checkVerdicts, countVerdicts, hashPlace, matchVerdicts, wordTrace, writeVerdicts } from './lib/verdicts.mjs'

const HOME = join(root, 'bench/applications')
/** Severities that a reader judges. */
const READ = ['critical', 'high', 'medium']
const LISTS = [...JUDGEMENTS, 'gone']

const { half, names, list, add, kept } = readArguments(process.argv.slice(2))
const results = chooseApplications().map(judgeApplication)
if (list === undefined) printReport()
else for (const result of results) printList(result)

/** Scans an application and compares its findings with their verdicts. */
function judgeApplication(application) {
  const verdictFile = join(HOME, 'verdicts', `${fileName(application)}.yaml`)
  const verdicts = readVerdicts(verdictFile)
  const { findings, cpu } = scanApplication(application)
  const { pairs, fresh, beside, gone } = matchVerdicts(
    findings.map((finding) => describeFinding(finding, sourceFolder(application))),
    verdicts,
  )
  const unread = fresh.filter(isRead).map((finding) => ({ ...finding, verdict: 'unread', why: '' }))
  if (add && unread.length > 0) writeFileSync(verdictFile, writeVerdicts([...verdicts, ...unread]))
  const judged = [...pairs, ...unread.map((finding) => ({ finding, verdict: finding }))]
  return {
    name: application.name,
    cpu,
    pairs: judged.filter(({ finding }) => isRead(finding)),
    lowered: judged.filter(({ finding }) => !isRead(finding)),
    beside,
    gone,
  }
}

function isRead({ severity }) {
  return READ.includes(severity)
}

/** The fields of a finding that verdicts keep, and all its locations. */
function describeFinding(finding, folder) {
  const { rule, severity, confidence, trace = [], places = [] } = finding
  const described = [finding, ...places].map((place) => ({
    file: place.file,
    line: place.line,
    sink: hashPlace(readFileSync(join(folder, place.file), 'utf8'), place),
  }))
  return { rule, ...described[0], severity, confidence, trace: wordTrace(trace), places: described }
}

function scanApplication(application) {
  const folder = sourceFolder(application)
  const report = join(root, '.cache/applications', `${fileName(application)}.json`)
  const whole = `${report}.cpu`
  if (!kept || !existsSync(whole)) {
    unpackApplication(application)
    mkdirSync(dirname(report), { recursive: true })
    rmSync(whole, { force: true })
    console.error(`assay: scanning ${application.name} ${application.version}`)
    const words = ['scan', '.', '--pack', 'full', '--fail-on', 'never', '--format', 'json', '--quiet', '--output', report]
    const { status, stderr, cpu } = timeCommand([process.execPath, join(build, 'adapters/cli/main.js'), ...words], { cwd: folder })
    if (status !== 0) throw new Error(`the scan of ${application.name} ended with ${status}: ${stderr.trim()}`)
    writeFileSync(whole, String(cpu))
  }
  return { ...JSON.parse(readFileSync(report, 'utf8')), cpu: Number(readFileSync(whole, 'utf8')) }
}

function readVerdicts(file) {
  if (!existsSync(file)) return []
  const verdicts = parse(readFileSync(file, 'utf8')) ?? []
  const mistakes = checkVerdicts(verdicts)
  if (mistakes.length > 0) throw new Error(`${file}:\n${mistakes.join('\n')}`)
  return verdicts
}

function printReport() {
  const pairs = results.flatMap((result) => result.pairs)
  const gone = results.flatMap((result) => result.gone.map((verdict) => ({ ...verdict, name: result.name })))
  const lowered = results.flatMap((result) => result.lowered)
  const perApplication = results.flatMap((result) =>
    result.pairs.length === 0 ? [[result.name, '0', '0', '0', '0', '']] : rowsOf(countVerdicts(result.pairs, () => result.name)),
  )
  printTable('application', perApplication)
  printTable('rule, confidence', rowsOf(countVerdicts(pairs, ({ finding }) => `${finding.rule}, ${finding.confidence}`)))
  printTable('severity', rowsOf(countVerdicts(pairs, ({ finding }) => finding.severity)))
  printTable('confidence', [...rowsOf(countVerdicts(pairs, ({ finding }) => finding.confidence)), ...rowsOf(countVerdicts(pairs, () => 'all'))])
  const cpu = results.reduce((sum, result) => sum + result.cpu, 0)
  console.log(`CPU time of the scans: ${(cpu / 1000).toFixed(1)} s\n`)
  printChanges(
    gone,
    lowered,
    results.flatMap((result) => result.beside),
  )
  recordAll(pairs, gone, cpu)
}

function printTable(title, rows) {
  if (rows.length > 0) console.log(`${formatTable([[title, 'right', 'view', 'wrong', 'not read', 'right of right and wrong'], ...rows])}\n`)
}

function rowsOf(counts) {
  return [...counts].map(([key, count]) => [key, ...JUDGEMENTS.map((judgement) => String(count[judgement])), shareText(count)])
}

function shareText(count) {
  return count.right + count.wrong === 0 ? '' : percent(shareOf(count))
}

function shareOf({ right, wrong }) {
  return right + wrong === 0 ? 1 : right / (right + wrong)
}

/** Prints each missing weakness, and only the number of false positives that are gone. */
function printChanges(gone, lowered, beside) {
  const say = (what, verdicts) =>
    console.log(
      `${what}: ${JUDGEMENTS.map((judgement) => `${verdicts.filter(({ verdict }) => verdict === judgement).length} ${judgement}`).join(', ')}`,
    )
  say('no longer reported', gone)
  say(
    'of low severity now',
    lowered.map(({ verdict }) => verdict),
  )
  say('a further place of another finding now', beside)
  for (const lost of gone.filter(({ verdict }) => verdict === 'right'))
    console.log(`LOST  ${lost.name}: ${lost.rule} ${lost.file}:${lost.line}  ${lost.why}`)
  console.log('')
}

function recordAll(pairs, gone, cpu) {
  const all = countVerdicts(pairs, () => 'all').get('all') ?? { right: 0, view: 0, wrong: 0, unread: 0 }
  const high = countVerdicts(pairs, ({ finding }) => finding.confidence).get('high') ?? { right: 0, wrong: 0 }
  judge('right of right and wrong', shareOf(all), 0.7, { unit: '%', least: true })
  judge('right of right and wrong at high confidence', shareOf(high), 0.9, { unit: '%', least: true })
  judge('wrong and critical', pairs.filter(({ finding, verdict }) => finding.severity === 'critical' && verdict.verdict === 'wrong').length, 0)
  judge('right ones no longer reported', gone.filter(({ verdict }) => verdict === 'right').length, 0)
  for (const judgement of JUDGEMENTS) record(judgement === 'unread' ? 'not read' : judgement, all[judgement], '')
  record('scans, CPU', cpu, 'ms')
}

/** Prints findings for a reader: location, message and data-flow path. */
function printList({ name, pairs, lowered, gone }) {
  const chosen =
    list === 'gone'
      ? gone.map((verdict) => ({ finding: verdict, verdict }))
      : [...pairs, ...lowered].filter(({ verdict }) => verdict.verdict === list)
  for (const { finding, verdict } of chosen) {
    console.log(`${name}  ${finding.file}:${finding.line}  ${finding.rule}  ${finding.severity}, confidence ${finding.confidence}`)
    for (const step of finding.trace === '' ? [] : finding.trace.split(' > ')) console.log(`    ${step}`)
    if (verdict.why !== '') console.log(`    ${verdict.verdict}: ${verdict.why}`)
    console.log('')
  }
}

/** The held-out half is scanned only if it is requested. */
function chooseApplications() {
  const all = parse(readFileSync(join(HOME, 'list.yaml'), 'utf8')).filter((application) => half === 'all' || application.half === half)
  const unknown = names.find((name) => !all.some((application) => application.name === name))
  if (unknown !== undefined) fail(`the half \`${half}\` has no application \`${unknown}\`: ${all.map(({ name }) => name).join(', ')}`)
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

function readArguments(given) {
  const rest = [...given]
  const flag = (name) => rest.includes(name) && rest.splice(rest.indexOf(name), 1).length > 0
  const at = rest.indexOf('--list')
  const list = at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '')
  if (list !== undefined && !LISTS.includes(list)) fail(`--list needs one of ${LISTS.join(', ')}`)
  const [add, kept] = [flag('--add'), flag('--kept')]
  const option = rest.find((word) => word.startsWith('--'))
  if (option !== undefined) fail(`there is no option \`${option}\`: --list, --add, --kept`)
  const halves = ['learn', 'last', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth', 'all'].filter(
    flag,
  )
  return { half: halves[0] ?? 'learn', names: rest, list, add, kept }
}

function fail(message) {
  console.error(`assay: ${message}`)
  process.exit(2)
}
