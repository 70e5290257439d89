import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createScanner, type Scanner } from '../../src/node/index.ts'
import { readProjects } from '../rules/read-projects.ts'

interface Source {
  readonly path: string
  readonly content: string
}

const [alone, threaded] = await Promise.all([createScanner(), createScanner({ workers: 2 })])

afterAll(async () => {
  await Promise.all([alone.close(), threaded.close()])
})

/** Projects of several languages and frameworks. */
const PROJECTS = ['express-shop', 'flask-notes', 'library-nest', 'koa-modules', 'fleet-fastapi']

/** More than a megabyte of code without data flow: a smaller scan starts no threads. */
const FILLER: readonly Source[] = Array.from({ length: 60 }, (_, index) => ({
  path: `filler/part-${index}.js`,
  content: `export const part${index} = [\n${"  'a line of data like any other',\n".repeat(700)}]\n`,
}))

describe('data flow gives the same result in any order of files', () => {
  const projects = readProjects().filter(({ name }) => PROJECTS.includes(name))

  it('is tried with every project that is named here', () => {
    expect(projects.map(({ name }) => name).toSorted()).toEqual(PROJECTS.toSorted())
  })

  it.each(projects)('in the project $name', async ({ files }) => {
    const found = await report(alone, files)
    expect(found.length).toBeGreaterThan(0)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...files], { minLength: files.length }), async (ordered) => {
        expect(await report(alone, ordered)).toEqual(found)
      }),
      { numRuns: 2 },
    )
  })

  it('in all of them together, in threads', async () => {
    const files = projects.flatMap(({ name, files: own }) => own.map(({ path, content }) => ({ path: `${name}/${path}`, content })))
    const found = await report(alone, files)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...files], { minLength: files.length }), async (ordered) => {
        expect(await report(threaded, [...FILLER, ...ordered])).toEqual(found)
      }),
      { numRuns: 2 },
    )
  })

  it('in generated projects', async () => {
    await fc.assert(
      fc.asyncProperty(
        PROGRAMS.chain((files) => fc.tuple(fc.constant(files), fc.shuffledSubarray([...files], { minLength: files.length }))),
        async ([files, ordered]) => {
          expect(await report(alone, ordered)).toEqual(await report(alone, files))
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('files that are added one after the other', () => {
  it('give the findings of a solve of all files at once', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(PROGRAMS, async (files) => {
        const findings = await report(alone, files)
        found += findings.length
        // A file with a source is in the program from the start.
        expect(await report(alone, files.map(withSource))).toEqual(findings)
      }),
      { numRuns: 60 },
    )
    expect(found).toBeGreaterThan(0)
  })
})

/** What a function of a generated file does with its argument; `to` is the function of another file. */
const BODIES: readonly ((to: number) => string)[] = [
  () => 'eval(x)',
  () => 'return x',
  (to) => `return g${to}(x)`,
  (to) => `return g${to}(x + '')`,
  (to) => `eval(g${to}(x))`,
  (to) => `[x].forEach(g${to})`,
  (to) => `state.kept = x; g${to}(state.kept)`,
  (to) => `if (!g${to}(x)) return\n  eval(x)`,
  (to) => `return new Promise((resolve) => resolve(g${to}(x)))`,
  () => 'return /^[a-z]+$/.test(x)',
]

/** Projects of up to seven modules with arbitrary imports. One of them reads a request parameter. */
const PROGRAMS: fc.Arbitrary<readonly Source[]> = fc
  .array(fc.tuple(fc.nat(BODIES.length - 1), fc.nat(6), fc.boolean()), { minLength: 2, maxLength: 7 })
  .map((functions) => [
    { path: 'web.js', content: "import { g0 } from './f0.js'\napp.get('/', (req, res) => { g0(req.query.x) })\n" },
    ...functions.map(([body, other, isReExported], index) =>
      toFile(index, BODIES[body](other % functions.length), other % functions.length, isReExported),
    ),
  ])

function toFile(index: number, body: string, to: number, isReExported: boolean): Source {
  const imports = to === index ? '' : `import { g${to} } from './${isReExported ? `f${index}` : `f${to}`}.js'\n`
  const exported = to !== index && isReExported ? `export { g${to} } from './f${to}.js'\n` : ''
  return { path: `f${index}.js`, content: `${imports}${exported}const state = {}\nexport function g${index}(x) {\n  ${body}\n}\n` }
}

/** The file with its own request parameter, which reaches no sink. */
function withSource({ path, content }: Source): Source {
  return { path, content: `${content}app.get('/unused', (req) => { const unused = req.query.y })\n` }
}

async function report(scanner: Scanner, files: readonly Source[]): Promise<readonly string[]> {
  const { findings, partial } = await scanner.scan(inTurn(files))
  return [
    ...findings.flatMap(({ rule, file, line, trace }) => (trace === undefined ? [] : [`${rule} ${file}:${line}`])),
    ...partial.map(({ file, detail }) => `gap ${file} ${detail}`),
  ].toSorted()
}

/** As a stream, because the scanner sorts lists. */
async function* inTurn(files: readonly Source[]): AsyncGenerator<Source> {
  for (const file of files) yield await Promise.resolve(file)
}
