// Writes the page that lists the libraries with a model: `npm run build:rules`. With `--check` says whether it is out of date, and exits with 1.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { parse } from 'yaml'
import { importBuilt } from '../bench/lib/engine.mjs'
import { root } from './root.mjs'

const { packagesOfModel } = await importBuilt('src/pack/model-packages.js')
const VERBS = ['flows', 'callbacks', 'types', 'barriers', 'schemas', 'jumps', 'sources', 'entry-points', 'unknown-calls']
const page = join(root, 'docs/reference/known-libraries.md')
const models = readdirSync(join(root, 'rules/models'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.yaml'))
  .toSorted()
  .map((path) => ({ path, ...parse(readFileSync(join(root, 'rules/models', path), 'utf8')) }))

const text = `${[
  '<!-- Made by `npm run build:rules` from the files in `rules/models/`. Change these. -->',
  '# Known libraries',
  `Assay has ${models.length} model files. \`assay models show <library>\` prints the rows of one. [Model a library](../how-to/model-a-library.md) explains how to add another.`,
  'The numbers count rows. Rows of `flows` describe how calls pass data on. Rows of `callbacks` name the functions that a call runs, and rows of `types` the kinds of objects. Rows of `barriers` are checks and escaping functions, and rows of `schemas` are calls of validators. Rows of `jumps` connect calls that store a value with calls that read it. Rows of `sources` name values that hold data from outside. Rows of `entry-points` name functions of the program that the library calls with data from outside. Rows of `unknown-calls` are names of functions without a model. Other sources and sinks of frameworks are in [rules and named matchers](rule-format.md), so a framework can have few rows here.',
  ...['javascript', 'python'].flatMap((language) => [
    `## ${language === 'python' ? 'Python' : 'JavaScript and TypeScript'}`,
    [
      `| library | ${VERBS.join(' | ')} |`,
      `|---|${VERBS.map(() => '---').join('|')}|`,
      ...models
        .filter(({ path }) => path.startsWith(`${language}/`))
        .map((model) => `| ${nameOf(model)} | ${VERBS.map((verb) => model[verb]?.length ?? '').join(' | ')} |`),
    ].join('\n'),
  ]),
].join('\n\n')}\n`

/** A file about a kind of packages lists them. */
function nameOf({ library, ...rows }) {
  return library.startsWith('packages ')
    ? `${library}: ${packagesOfModel(rows)
        .map((name) => `\`${name}\``)
        .join(', ')}`
    : `\`${library}\``
}

const isStale = !existsSync(page) || readFileSync(page, 'utf8') !== text
if (argv.includes('--check')) {
  if (isStale) console.error('docs/reference/known-libraries.md is out of date. Run `npm run build:rules`.')
  exit(isStale ? 1 : 0)
}
if (isStale) writeFileSync(page, text)
