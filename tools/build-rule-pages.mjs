// Writes a page per rule, with sample code from its fixtures, and an index: `npm run build:rules`. With `--check` it lists outdated pages and exits
// with 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { argv, exit } from 'node:process'
import { parse } from 'yaml'
import { root } from './root.mjs'

const MARKER = /^\s*\{?\s*(?:\/\/+|#+|--|;+|\/\*+|\*|<!--|%+)\s*(ruleid|ok|todoruleid|todook)\s*:\s*([^>]*?)\s*(?:-->|\*\/\s*\}?)?$/
/** Maximum lines of a sample, and of one that is cut out of a longer file. */
const MOST = 14
const FEW = 8
/** Names of languages on pages by the extensions of sample files. Extensions with the same name share a sample. */
const LANGUAGES = {
  '.js': 'JavaScript',
  '.jsx': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.vue': 'Vue',
  '.svelte': 'Svelte',
  '.html': 'HTML',
  '.py': 'Python',
  '.yaml': 'YAML',
  '.yml': 'YAML',
  '.json': 'JSON',
  '.toml': 'TOML',
  '.tf': 'Terraform',
  '.sql': 'SQL',
  '.conf': 'nginx',
  '.env': '.env',
}
const FENCES = {
  JavaScript: 'js',
  TypeScript: 'ts',
  Python: 'python',
  YAML: 'yaml',
  JSON: 'json',
  TOML: 'toml',
  Terraform: 'hcl',
  HTML: 'html',
  Vue: 'vue',
  SQL: 'sql',
  Dockerfile: 'dockerfile',
}

const rules = readRules()
/** @type {Map<string, string>} */
const pages = new Map()
for (const rule of rules) pages.set(`${rule.id}.md`, writePage(rule))
pages.set('README.md', writeIndex(rules))
const folder = join(root, 'docs/rules')
const known = existsSync(folder) ? readdirSync(folder) : []
const stale = [
  ...known.filter((name) => !pages.has(name)),
  ...[...pages].flatMap(([name, text]) => (known.includes(name) && readFileSync(join(folder, name), 'utf8') === text ? [] : [name])),
]
if (argv.includes('--check')) {
  if (stale.length > 0) console.error(`Out of date with their rules: ${stale.join(', ')}. Run \`npm run build:rules\`.`)
  exit(stale.length > 0 ? 1 : 0)
}
mkdirSync(folder, { recursive: true })
for (const name of known) if (!pages.has(name)) rmSync(join(folder, name))
for (const name of stale) if (pages.has(name)) writeFileSync(join(folder, name), pages.get(name) ?? '')
console.error(`assay: ${pages.size} pages, ${stale.length} written`)

function readRules() {
  const rulesOf = (pack) => new Set(parse(readFileSync(join(root, `rules/packs/${pack}.yaml`), 'utf8')).rules)
  const [isPublic, isPreview] = [rulesOf('public'), rulesOf('preview')]
  return readdirSync(join(root, 'rules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !/^(?:shared|words|models|packs)[\\/]/.test(path))
    .map((path) => parse(readFileSync(join(root, 'rules', path), 'utf8')))
    .map((rule) => ({ ...rule, isPublic: isPublic.has(rule.id), isPreview: isPreview.has(rule.id) }))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

function writePage(rule) {
  const {
    id,
    title,
    severity,
    confidence,
    category,
    cwe,
    owasp = [],
    languages = ['text'],
    description,
    fix,
    references = [],
    isPublic,
    isPreview,
  } = rule
  const bad = readSamples(id, 'ruleid')
  const good = readSamples(id, 'ok')
  return `${[
    '<!-- Made by `npm run build:rules` from the rule and its sample code. Change these. -->',
    `# ${title}`,
    `\`${id}\` · ${severity} · ${confidence} confidence · ${category}`,
    paragraph(description),
    ...(fix === undefined ? [] : [`**Fix.** ${paragraph(fix)}`]),
    ...(bad.length > 0 ? ['## Reported', ...bad] : []),
    ...(good.length > 0 ? ['## Not reported', ...good] : []),
    '## About the rule',
    [
      '| | |',
      '|---|---|',
      `| languages | ${languages.join(', ')} |`,
      `| weakness | ${cwe.map(linkCwe).join(', ')} |`,
      ...(owasp.length > 0 ? [`| OWASP | ${owasp.join(', ')} |`] : []),
      `| packs | ${isPreview ? '`preview`' : isPublic ? '`public`, `full`' : '`full`'} |`,
      `| fixes itself | ${rule.autofix === undefined ? 'no' : 'yes, by `assay fix`'} |`,
    ].join('\n'),
    `Silence one line with \`assay-ignore ${id} -- why\` in a comment.`,
    ...(references.length > 0 ? [`Read on: ${references.map((url) => `<${url}>`).join(', ')}`] : []),
  ].join('\n\n')}\n`
}

function paragraph(text) {
  return text.trim().replace(/\s*\n\s*/g, ' ')
}

function linkCwe(cwe) {
  return `[${cwe}](https://cwe.mitre.org/data/definitions/${cwe.slice(4)}.html)`
}

/** One short sample a language. */
function readSamples(id, kind) {
  const best = new Map()
  for (const { language, fence, lines } of listSamples(id, kind)) {
    const last = best.get(language)
    if (last === undefined || rank(lines) < rank(last.lines)) best.set(language, { fence, lines })
  }
  return [...best]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([language, { fence, lines }]) => `${language}:\n\n\`\`\`${fence}\n${lines.join('\n')}\n\`\`\``)
}

/** Samples of four to eight lines are best. */
function rank(lines) {
  const count = lines.length
  return count < 3 ? 10 + 3 - count : count > 8 ? count : 8 - count
}

function* listSamples(id, kind) {
  const folder = join(root, 'fixtures/rules', id)
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.expect')) continue
    const lines = readFileSync(join(entry.parentPath, entry.name), 'utf8').split(/\r?\n/)
    const language = /(?:^|\.)Dockerfile/.test(entry.name) ? 'Dockerfile' : (LANGUAGES[extname(entry.name)] ?? LANGUAGES[entry.name] ?? 'Text')
    for (const [index, line] of lines.entries()) {
      const [, found, ids] = MARKER.exec(line) ?? []
      if (found !== kind || !(ids.split(' -- ')[0] ?? '').split(/\s*,\s*/).includes(id)) continue
      const sample = takeBlock(lines, index)
      if (sample !== undefined) yield { language, fence: FENCES[language] ?? '', lines: sample }
    }
  }
}

/**
 * The lines around a marker up to blank lines, without markers. If there are too many, or they contain other markers, the lines between two markers.
 */
function takeBlock(lines, index) {
  const isEnd = (at) => at < 0 || at >= lines.length || lines[at].trim() === ''
  const isMarked = (at) => isEnd(at) || MARKER.test(lines[at])
  const whole = takeLines(lines, index, isEnd, MOST)
  return whole !== undefined && !whole.marked ? whole.shown : takeLines(lines, index, isMarked, FEW)?.shown
}

function takeLines(lines, index, isEnd, most) {
  let [start, end] = [index, index + 1]
  // Lines above a marker belong to the previous sample, if there is one.
  while (!isEnd(start - 1) && index - start < most) start--
  if (MARKER.test(lines[start - 1] ?? '')) start = index
  while (!isEnd(end) && end - start < most + 2) end++
  const block = lines.slice(start, end).filter((line) => line.trim() !== '')
  const shown = block.filter((line) => !MARKER.test(line)).map(fillTemplates)
  if (shown.length === 0 || shown.length > most) return undefined
  const margin = Math.min(...shown.map((line) => line.length - line.trimStart().length))
  return { marked: block.filter((line) => MARKER.test(line)).length > 1, shown: shown.map((line) => line.slice(margin).slice(0, 160)) }
}

/** Tokens are generated when samples are judged. */
function fillTemplates(line) {
  return line.replace(/\{\{text:([^}]*)\}\}/g, '$1').replace(/\{\{[a-z0-9-]+(?::[^}]*)?\}\}/g, '…')
}

function writeIndex(rules) {
  const link = ({ id }) => `[${id}](${id}.md)`
  const by = (keysOf) => {
    const groups = new Map()
    for (const rule of rules) for (const key of keysOf(rule)) groups.set(key, [...(groups.get(key) ?? []), rule])
    return [...groups]
      .toSorted(([left], [right]) => left.localeCompare(right, 'en', { numeric: true }))
      .map(([key, group]) => `- ${key}: ${group.map(link).join(', ')}`)
  }
  const categories = [...new Set(rules.map(({ category }) => category))].toSorted()
  return `${[
    '<!-- Made by `npm run build:rules`. -->',
    '# Rules',
    `The pack \`full\` has ${rules.filter(({ isPreview }) => !isPreview).length} rules. Those of the pack \`public\` have a star. Those of the pack \`preview\` are not in \`full\` yet: \`--pack full --pack preview\` runs them too.`,
    ...categories.flatMap((category) => [
      `## ${category}`,
      [
        '| rule | finds | severity |',
        '|---|---|---|',
        ...rules
          .filter((rule) => rule.category === category)
          .map((rule) => `| ${link(rule)}${rule.isPublic ? ' *' : rule.isPreview ? ' (preview)' : ''} | ${rule.title} | ${rule.severity} |`),
      ].join('\n'),
    ]),
    '## By CWE',
    by(({ cwe }) => cwe.map(linkCwe)).join('\n'),
    '## By OWASP',
    by(({ owasp = [] }) => owasp).join('\n'),
    '## By language',
    by(({ languages = ['text'] }) => languages).join('\n'),
  ].join('\n\n')}\n`
}
