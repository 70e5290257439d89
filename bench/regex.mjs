// Measures regexes on real sources and on hostile inputs: `npm run bench -- regex`
import { RE2JS } from 're2js'
import { importBuilt } from './lib/engine.mjs'
import { readCorpus } from './lib/read-corpus.mjs'

const { compileRegex } = await importBuilt('src/engines/regex/compile-regex.js')

const REAL = [
  '(?i)password\\s*[:=]\\s*["\'][^"\']{4,}["\']',
  '\\beval\\s*\\(',
  'AKIA[0-9A-Z]{16}',
  '(?i)(?:api[_-]?key|secret)\\s*=\\s*(?P<v>[a-z0-9]{20,})',
  '[a-z]+\\.exec\\(',
  'https?://[^\\s"\']+',
  'function\\s+(?P<n>\\w+)\\s*\\(',
  '(?i)(?:function|class)\\s+\\w+',
  '(?s)/\\*.*?\\*/',
]
const { texts, units } = readCorpus(5_000_000)
console.log(
  `${texts.length} files, ${(units / 1e6).toFixed(1)} million characters; million characters a second: re2js, ours\n${''.padEnd(56)}test          all matches`,
)
for (const source of REAL) {
  const plain = RE2JS.compile(source)
  const regex = compileRegex(source)
  const figures = [
    speed((text) => plain.test(text)),
    speed((text) => regex.test(text)),
    speed((text) => {
      for (const matcher = plain.matcher(text); matcher.find(); );
    }),
    speed((text) => {
      for (const _ of regex.matchAll(text));
    }),
  ]
  console.log(`${source.padEnd(54)}${figures.map((figure) => figure.toFixed(0).padStart(7)).join('')}`)
}

// Time for n and for 4n characters: 4 is linear, 16 quadratic.
const HOSTILE = [
  { name: 'nested repetition', source: '^(a+)+$', text: (n) => `${'a'.repeat(n)}!` },
  {
    name: 'states without end',
    source: '(?:a|b)*a(?:a|b){14}c',
    text: (n) => `c${Array.from({ length: n }, (_, i) => 'ab'[(i * i * 7 + (i >> 3)) % 2]).join('')}`,
  },
  { name: 'many matches, absent alternative', source: 'foo\\d+bar|ab', text: (n) => 'ab'.repeat(n / 2) },
  { name: 'large counts', source: '(?:[a-z]{1,30}x){1,30}y', text: (n) => `y${'abcx'.repeat(n / 4)}` },
  { name: 'empty matches', source: 'x*', text: (n) => 'a'.repeat(n) },
  { name: 'long matches', source: '"[^"]*"', text: (n) => `"${'a'.repeat(n)}"` },
  { name: 'one long line', source: '(?i)secret=\\w{8,}', text: (n) => 'secret=12345678;'.repeat(n / 16) },
  { name: 'a better match that never comes', source: '(?s)a.*z|a', text: (n) => 'a'.repeat(n / 10) },
]
console.log('\nhostile input: milliseconds for 10,000 characters, and how many times as long 40,000 take')
for (const { name, source, text } of HOSTILE) {
  const regex = compileRegex(source)
  const [small, large] = [10_000, 40_000].map(text).map((input) =>
    best(() => {
      for (const _ of regex.matchAll(input));
    }),
  )
  console.log(`${name.padEnd(36)}${source.padEnd(28)}${small.toFixed(1).padStart(8)}${(large / small).toFixed(1).padStart(7)}`)
}

function speed(run) {
  return units / best(() => texts.forEach(run)) / 1000
}

/** Milliseconds of the fastest of three runs: the machine is shared. */
function best(run) {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}
