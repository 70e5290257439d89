import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/yaml/read-document.ts'
import { compileDocument, type DocumentCompiler } from '../../src/matchers/document/compile-document.ts'
import type { CompileFault } from '../../src/matchers/node-compiler.ts'
import type { Bindings } from '../../src/model/bindings.ts'
import type { LanguageId } from '../../src/model/language.ts'
import type { LiteralNeed } from '../../src/model/literal-need.ts'
import type { MatchContext } from '../../src/model/matcher.ts'
import type { DocumentSpec } from '../../src/model/rule-spec.ts'
import { placeOf } from './read-text.ts'

/** A compiler whose only constraint is `equals`. */
function createCompiler(language: LanguageId = 'yaml'): DocumentCompiler & { readonly mistakes: CompileFault[] } {
  const mistakes: CompileFault[] = []
  return {
    language,
    mistakes,
    report: (mistake) => mistakes.push(mistake),
    compileConstraint: ({ equals }) => ({
      need: { kind: 'literal', text: String(equals) },
      test: (_context, value, bindings, accept) => value.kind === 'scalar' && value.value === equals && accept(bindings),
    }),
  }
}

function createContext(text: string, budget = Number.POSITIVE_INFINITY): MatchContext {
  let left = budget
  return {
    file: {
      path: 'a.yaml',
      text,
      dialect: { id: 'yaml', language: 'yaml', extensions: [], fileNames: [], interpreters: [], comments: { line: [], block: [] } },
      lines: { lineCount: 1, positionAt: () => ({ line: 1, column: 1 }), lineStart: () => 0 },
      made: false,
      tree: () => undefined,
      symbols: () => undefined,
      document: () => undefined,
    },
    spend: (steps) => {
      left -= steps
      if (left < 0) throw new Error('over budget')
    },
  }
}

function listNames(bindings: Bindings, text: string): Record<string, string> {
  const names: Record<string, string> = {}
  for (let at = bindings; at !== undefined; at = at.rest) {
    names[at.name] = at.bound.kind === 'value' ? placeOf(text, at.bound.value.start) : at.bound.kind === 'key' ? at.bound.text : at.bound.kind
  }
  return names
}

function match(spec: DocumentSpec, text: string, bindings?: Bindings): Record<string, string>[] {
  const compiler = createCompiler()
  const matcher = compileDocument(spec, ['match', 'document'], compiler)
  expect(compiler.mistakes).toEqual([])
  const found: Record<string, string>[] = []
  for (const root of readDocument(text).documents) {
    matcher.test(createContext(text), root, bindings, (bound) => {
      found.push(listNames(bound, text))
      return false
    })
  }
  return found
}

const COMPOSE = `services:
  web:
    image: nginx
    privileged: true
    environment: {NAME: web}
  db:
    image: postgres
    privileged: false
    environment: {NAME: web}
`

describe('the document matcher', () => {
  it.each([
    {
      name: 'binds `$MATCH` to each value and `$NAME` to its key',
      spec: { path: 'services.$SERVICE.image' },
      found: [
        { $MATCH: '3:12', $SERVICE: 'web' },
        { $MATCH: '7:12', $SERVICE: 'db' },
      ],
    },
    { name: 'keeps values that satisfy the constraint', spec: { path: '**.privileged', equals: true }, found: [{ $MATCH: '4:17' }] },
    {
      name: 'holds when the nested document holds, relative to the value, and stays at the outer value',
      spec: { path: 'services.*', document: { path: 'privileged', equals: true } },
      found: [{ $MATCH: '3:5' }],
    },
    {
      name: 'wants every one of several nested documents',
      spec: {
        path: 'services.*',
        document: [
          { path: 'privileged', equals: false },
          { path: 'user', absent: true },
        ],
      },
      found: [{ $MATCH: '7:5' }],
    },
    {
      name: 'wants the same key for the same name',
      spec: { path: 'services', document: [{ path: '$S.image' }, { path: '$S.privileged', equals: true }] },
      found: [{ $MATCH: '2:3', $S: 'web' }],
    },
    {
      name: 'finds missing keys',
      spec: { path: 'services.$S.user', absent: true },
      found: [
        { $MATCH: '2:3', $S: 'web' },
        { $MATCH: '6:3', $S: 'db' },
      ],
    },
    { name: 'treats `absent: false` as present', spec: { path: 'services.web.image', absent: false }, found: [{ $MATCH: '3:12' }] },
  ] satisfies { name: string; spec: DocumentSpec; found: Record<string, string>[] }[])('$name', ({ spec, found }) => {
    expect(match(spec, COMPOSE)).toEqual(found)
  })

  it('compares a bound name with a value and with a text of the file', () => {
    const [root] = readDocument('name: db').documents
    const name = root.kind === 'map' ? root.entries[0].value : root
    const spec = { path: 'services.$S.image' }
    expect(match(spec, COMPOSE, { name: '$S', bound: { kind: 'value', value: name }, rest: undefined })).toHaveLength(1)
    const start = COMPOSE.indexOf('web')
    expect(match(spec, COMPOSE, { name: '$S', bound: { kind: 'text', start, end: start + 3 }, rest: undefined })).toEqual([
      { $S: 'text', $MATCH: '3:12' },
    ])
  })

  it('stops when a way is accepted', () => {
    const matcher = compileDocument({ path: '**' }, [], createCompiler())
    let ways = 0
    expect(matcher.test(createContext(COMPOSE), readDocument(COMPOSE).documents[0], undefined, () => ++ways === 2)).toBe(true)
    expect(ways).toBe(2)
  })

  it('spends its budget on the values it visits', () => {
    const matcher = compileDocument({ path: '**.**.x' }, [], createCompiler())
    expect(() => matcher.test(createContext(COMPOSE, 5), readDocument(COMPOSE).documents[0], undefined, () => false)).toThrow('over budget')
  })

  it.each([
    { name: 'a path that does not parse', spec: { path: 'a..b' }, code: 'document/path', at: ['match', 'document', 'path'], offset: 2 },
    {
      name: 'a nested one',
      spec: { path: 'a', document: [{ path: 'b' }, { path: '' }] },
      code: 'document/path',
      at: ['match', 'document', 'document', 1, 'path'],
      offset: 0,
    },
    {
      name: 'a constraint on a missing value',
      spec: { path: 'a', absent: true, equals: 1 },
      code: 'document/absent-value',
      at: ['match', 'document', 'absent'],
      offset: 0,
    },
  ] satisfies { name: string; spec: DocumentSpec; code: string; at: (string | number)[]; offset: number }[])(
    'reports $name',
    ({ spec, code, at, offset }) => {
      const compiler = createCompiler()
      compileDocument(spec, ['match', 'document'], compiler)
      expect(compiler.mistakes).toMatchObject([{ code, path: at, offset }])
    },
  )
})

describe('the literals that a document needs', () => {
  it.each([
    {
      name: 'its keys and the literals of its constraints',
      spec: { path: 'services.*.privileged', equals: true },
      literals: ['services', 'privileged', 'true'],
    },
    {
      name: 'no short keys, no keys with several spellings',
      spec: { path: 'on."a b".pull_request."é-key".x-y' },
      literals: ['pull_request', 'x-y'],
    },
    { name: 'only the path to the missing key', spec: { path: 'jobs.*.permissions.contents', absent: true }, literals: ['jobs'] },
    {
      name: 'the literals of nested documents',
      spec: { path: 'jobs.*', document: [{ path: 'steps' }, { path: 'permissions', absent: true }] },
      literals: ['jobs', 'steps'],
    },
    { name: 'nothing of a Dockerfile', spec: { path: 'stages[*].user' }, literals: [], language: 'dockerfile' },
  ] satisfies { name: string; spec: DocumentSpec; literals: string[]; language?: LanguageId }[])('are $name', ({ spec, literals, language }) => {
    expect(listLiterals(compileDocument(spec, [], createCompiler(language)).need)).toEqual(literals)
  })
})

function listLiterals(need: LiteralNeed): string[] {
  if (need.kind === 'literal') return [need.text]
  return need.kind === 'all' ? need.of.flatMap(listLiterals) : []
}
