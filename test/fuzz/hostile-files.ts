import type { SourceFile } from '../../src/node/index.ts'

/** Code and configuration that is slow or deep for some part of a scan. */
export interface HostileFiles {
  readonly name: string
  readonly files: readonly SourceFile[]
}

const CODE = ['a.js', 'a.ts', 'a.tsx', 'a.py']
const DATA = ['a.yaml', 'a.json', 'a.toml', 'a.tf', 'Dockerfile', '.env']

const BRACKETS = ['[', '{', '(', '<', ']', '}', ')', '`${', '"', "'", '`', '/*', '<a>', '"""', '{{', '<<E\n', '${']

const MANY = 30_000

export const HOSTILE: readonly HostileFiles[] = [
  ...BRACKETS.map((bracket) => ({ name: `100,000 ${JSON.stringify(bracket)}`, files: named([...CODE, ...DATA], bracket.repeat(100_000)) })),
  { name: '10 MB on one line', files: named(['a.js', 'a.txt'], `x = "${'a'.repeat(10_000_000)}"`) },
  { name: '1 MB of calls on one line', files: named(['a.js', 'a.py'], 'exec(req.query.a);'.repeat(55_000)) },
  { name: '1 MB of blanks', files: named([...CODE, ...DATA], ' '.repeat(1_000_000)) },
  { name: '300 kB of lone carriage returns', files: named([...CODE, ...DATA], '\r'.repeat(300_000)) },
  { name: 'characters cut in half', files: [...'é中😀'].flatMap((character) => halves(character)) },
  { name: 'UTF-16 with half a pair, and half a unit', files: utf16() },
  { name: 'NUL', files: named([...CODE, ...DATA, 'a.txt'], 'eval(a)\0eval(b)') },
  { name: 'lone surrogates', files: named([...CODE, ...DATA], `"${'\ud800'.repeat(10_000)}"\n'\udc00' = eval(x)`) },
  {
    name: 'a long else-if chain',
    files: [file('a.js', `if (a) b();${'else if (a) b();'.repeat(MANY)}`), file('a.py', `if a:\n b()\n${'elif a:\n b()\n'.repeat(MANY)}`)],
  },
  { name: 'a long sum of strings', files: named(['a.js', 'a.ts', 'a.py'], `x = eval(${'"a" + '.repeat(MANY)}y)`) },
  { name: 'a long chain of calls', files: named(['a.js', 'a.py'], `exec(a${'.b()'.repeat(MANY)})`) },
  { name: 'variables from variables', files: named(['a.js', 'a.py'], `${lines(MANY, (at) => `v${at + 1} = v${at}`)}\neval(v${MANY})`) },
  { name: 'strings that double', files: named(['a.js', 'a.py'], `v0 = "aaaaaaaa"\n${lines(60, (at) => `v${at + 1} = v${at} + v${at}`)}\neval(v60)`) },
  {
    name: 'functions that call the next',
    files: [file('a.js', `${lines(10_000, (at) => `function f${at}(a) { return f${at + 1}(a) }`)}\nexec(f0(req.query.a))`)],
  },
  {
    name: 'classes each with ten classes above it',
    files: [file('a.js', `${lines(9, classesAt)}\nconst f = (req) => { new C8_0().go(req.query.a); exec(req.query.a) }`)],
  },
  { name: 'branches that assign the same', files: [file('a.js', `${'if (x) { y = req.query.a } else { y = 1 }\n'.repeat(10_000)}exec(y)`)] },
  {
    name: 'suppression comments',
    files: [file('a.js', '/* assay-ignore */ eval(x); // assay-ignore a\n'.repeat(MANY)), file('a.py', '# assay-ignore\n'.repeat(MANY))],
  },
  { name: 'aliases of aliases', files: [file('a.yaml', `a0: &a0 [x, x]\n${lines(60, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)}`)] },
  {
    name: 'nested maps',
    files: [
      file(
        'a.yaml',
        lines(1000, (at) => `${' '.repeat(at)}a:`),
      ),
      file(
        'a.toml',
        lines(500, (at) => `[${'a.'.repeat(at)}b]`),
      ),
    ],
  },
  { name: 'secrets in a row', files: named(['a.txt', '.env'], 'secret="abcdefghijklmnop1234567890" '.repeat(10_000)) },
]

/** Ten classes, each of which extends any of those of the level before. */
function classesAt(level: number): string {
  const names = Array.from({ length: 10 }, (_, index) => `C${level}_${index}`)
  const declared = names.map((name) => `class ${name}${level === 0 ? '' : ` extends base${level - 1}`} {}`)
  return `${declared.join('\n')}\nconst base${level} = ${names.map((name, index) => `x === ${index} ? ${name} : `).join('')}C${level}_0`
}

function named(paths: readonly string[], content: string): readonly SourceFile[] {
  return paths.map((path) => file(path, content))
}

function file(path: string, content: string | Uint8Array): SourceFile {
  return { path, content }
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

/** Files that end inside a character, or lack its first byte. */
function halves(character: string): readonly SourceFile[] {
  const bytes = new TextEncoder().encode(`eval(a) // ${character}`)
  return [...CODE, ...DATA].flatMap((path) => [
    file(`${character}/head/${path}`, bytes.subarray(0, bytes.length - 1)),
    file(`${character}/tail/${path}`, new TextEncoder().encode(character).subarray(1)),
  ])
}

function utf16(): readonly SourceFile[] {
  const code = [0xfeff, ...[...'eval(a)'].map((character) => character.charCodeAt(0)), 0xd83d]
  const bytes = new Uint8Array(new Uint16Array(code).buffer)
  return [
    file('pair.js', bytes),
    file('unit.js', bytes.subarray(0, bytes.length - 3)),
    file('mark.js', bytes.subarray(0, 2)),
    file('whole.js', bytes.subarray(0, bytes.length - 2)),
  ]
}
