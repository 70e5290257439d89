// The literal prefilter on real sources: `npm run bench -- prefilter`
import { importBuilt } from './lib/engine.mjs'
import { readCorpus } from './lib/read-corpus.mjs'

const { buildLiteralIndex } = await importBuilt('src/engines/literal-index/build-literal-index.js')
const { buildPrefilters } = await importBuilt('src/engines/prefilter/build-prefilters.js')

const PLACES = [
  'child_process',
  'subprocess',
  'pickle',
  'yaml',
  'cursor',
  'request',
  'response',
  'session',
  'jwt',
  'crypto',
  'hashlib',
  'sqlite3',
  'mongoose',
  'sequelize',
  'knex',
  'fastify',
  'express',
  'django',
  'flask',
  'jinja2',
  'lxml',
  'paramiko',
  'requests',
  'axios',
  'puppeteer',
  'electron',
  'vm2',
  'serialize',
  'AKIA',
  'xoxb-',
]
const NAMES = [
  '.exec(',
  '.loads',
  '.execute(',
  '.query(',
  '.raw(',
  '.unsafe_load',
  '.createHash',
  '.md5(',
  '.verify(',
  '.decode(',
  '.render_template_string',
  '.redirect(',
  '.sendFile(',
  '.runInNewContext',
  '.literal(',
  '.where(',
  '.innerHTML',
  '.dangerouslySet',
  '.popen(',
  '.connect(',
]
const literals = PLACES.flatMap((place) => NAMES.map((name) => place + name))
const needs = literals.map((text, index) =>
  index % 3 === 0
    ? {
        kind: 'all',
        of: [
          { kind: 'literal', text },
          { kind: 'literal', text: literals[(index * 7) % 600] },
        ],
      }
    : { kind: 'literal', text },
)

const { texts, units } = readCorpus(10_000_000)
const wide = texts.map((text) => `\u4e2d${text}`)
for (const text of wide) text.charCodeAt(text.length - 1)

console.log(`${texts.length} files, ${(units / 1e6).toFixed(1)} million characters, ${literals.length} literals`)
console.log(`build           ${best(() => buildLiteralIndex(literals, -1).find('a')).toFixed(1)} ms`)
const index = buildLiteralIndex(literals, -1)
const common = buildLiteralIndex([...literals, 'require', 'eval(', 'exec', 'function', 'password', '==', '(', 'e'], -1)
const [prefilter] = buildPrefilters([needs])
report('one-byte text', () => texts.forEach((text) => index.find(text)))
report('two-byte text', () => wide.forEach((text) => index.find(text)))
report('common literals', () => texts.forEach((text) => common.find(text)))
report('prefilter', () => texts.forEach((text) => prefilter(text)))
report(
  'includes, each',
  () => texts.slice(0, 40).forEach((text) => literals.forEach((one) => text.includes(one))),
  texts.slice(0, 40).reduce((sum, text) => sum + text.length, 0),
)

function report(name, run, size = units) {
  console.log(`${name.padEnd(16)}${(size / best(run) / 1000).toFixed(0)} million characters a second`)
}

/** Milliseconds of the fastest of seven runs: the machine is shared. */
function best(run) {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}
