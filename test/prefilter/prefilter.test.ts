import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPrefilters } from '../../src/engines/prefilter/build-prefilters.ts'
import type { LiteralNeed, NamePlace } from '../../src/model/literal-need.ts'

const ANYTHING: LiteralNeed = { kind: 'anything' }
const NOTHING: LiteralNeed = { kind: 'nothing' }

const CASES: readonly { name: string; needs: readonly LiteralNeed[]; text: string; candidates: readonly number[] }[] = [
  { name: 'none of no needs', needs: [], text: 'abc', candidates: [] },
  { name: 'needs that ask for nothing, always', needs: [NOTHING, ANYTHING], text: '', candidates: [1] },
  { name: 'a conjunction when all occur', needs: [all('exec', 'shell')], text: 'shell exec', candidates: [0] },
  { name: 'no conjunction when one is missing', needs: [all('exec', 'shell')], text: 'exec', candidates: [] },
  { name: 'a disjunction when one occurs', needs: [some('exec', 'spawn')], text: 'SPAWN', candidates: [0] },
  { name: 'needs in order', needs: [literal('b'), ANYTHING, literal('a')], text: 'a b', candidates: [0, 1, 2] },
  { name: 'a conjunction with something impossible, never', needs: [{ kind: 'all', of: [literal('a'), NOTHING] }], text: 'a', candidates: [] },
  { name: 'a disjunction with anything, always', needs: [{ kind: 'some', of: [literal('a'), ANYTHING] }], text: '', candidates: [0] },
  {
    name: 'an empty conjunction, always, and an empty disjunction, never',
    needs: [
      { kind: 'all', of: [] },
      { kind: 'some', of: [] },
    ],
    text: '',
    candidates: [0],
  },
  { name: 'a word without adjacent name characters', needs: [word('req'), word('body')], text: 'req.body_', candidates: [0] },
  {
    name: 'a conjunction of a word and a literal',
    needs: [{ kind: 'all', of: [word('req'), literal('Body')] }],
    text: '(req).body_',
    candidates: [0],
  },
  { name: 'a non-word, as a literal', needs: [word('next/server')], text: "'Next/server'", candidates: [0] },
  { name: 'a part of a name with its case', needs: [part('Request'), part('request')], text: 'new HttpRequests()', candidates: [0] },
  { name: 'the end of a name without a following name character', needs: [end('Request')], text: 'new HttpRequests()', candidates: [] },
  { name: 'the end of a name', needs: [end('Request')], text: 'Requests, HttpRequest()', candidates: [0] },
  {
    name: 'non-ASCII text, if present',
    needs: [{ kind: 'beyond-ascii' }, { kind: 'all', of: [literal('b'), { kind: 'beyond-ascii' }] }],
    text: 'a é',
    candidates: [0],
  },
  { name: 'non-ASCII text, not present', needs: [{ kind: 'beyond-ascii' }], text: 'a e', candidates: [] },
  { name: 'a member', needs: [member('req', 'body'), member('req', 'query')], text: 'f(req); req.body', candidates: [0] },
  { name: 'no member of a name that is only passed as an argument', needs: [member('req', 'body')], text: 'f(req, res)\nres.body', candidates: [] },
  {
    name: 'no member of a parameter of an arrow function',
    needs: [member('req', 'body')],
    text: 'const f = (req, res) => res.body; const g = (req) => x',
    candidates: [],
  },
  { name: 'no member of a name in prose', needs: [member('req', 'body')], text: '// the req has a body', candidates: [] },
  {
    name: 'no member of a name at the end of a sentence, in a comparison, or of a parameter',
    needs: [member('req', 'body')],
    text: '"It has no req." // the req.\nx = req === y ? 1 : req => 2; body',
    candidates: [],
  },
  {
    name: 'no member of a key, of an index, or of a part that is looked into',
    needs: [member('req', 'body')],
    text: "f({ req: 'GET', body }, { a, req: [1] }); list[req] = this.req[name]",
    candidates: [],
  },
  { name: 'every member of a destructured value', needs: [member('ctx', 'body')], text: 'const { a, ctx: [c] } = x; body', candidates: [0] },
  { name: 'every member of a value in a list', needs: [member('ctx', 'body')], text: 'return [ctx]; body', candidates: [0] },
  { name: 'a member behind a key that is worked out', needs: [member('ctx', 'body')], text: 'ctx[name]; body', candidates: [0] },
  { name: 'every member of an aliased value', needs: [member('req', 'body')], text: 'const r = req; r.body', candidates: [0] },
  { name: 'every member of a module', needs: [member('req', 'body')], text: "import { body } from 'req'", candidates: [0] },
  { name: 'a name behind a dot', needs: [placed('get', 'member')], text: 'get(app) /* */ app\n  .get(x)', candidates: [0] },
  { name: 'no name that is called without one', needs: [placed('get', 'member')], text: 'get(app)', candidates: [] },
  { name: 'a name in braces of a pattern', needs: [placed('body', 'shorthand')], text: '({ query, body }) => body.x', candidates: [0] },
  { name: 'no name that is taken apart otherwise', needs: [placed('body', 'shorthand')], text: '({ body: payload }) => body.x', candidates: [] },
  { name: 'a key', needs: [placed('body', 'key')], text: '({ body: payload })', candidates: [0] },
  { name: 'a key of a destructured value', needs: [placed('body', 'outer-key')], text: '({ body: { name } })', candidates: [0] },
  { name: 'no key of other values', needs: [placed('body', 'outer-key')], text: '({ body: payload }, { name })', candidates: [] },
  { name: 'a called name', needs: [placed('Body', 'callee')], text: '@Body() dto', candidates: [0] },
  { name: 'no name that is called elsewhere', needs: [placed('Body', 'callee')], text: 'Body, f()', candidates: [] },
  { name: 'a member that is given a value', needs: [placed('set', 'assigned')], text: 'exports.set = f', candidates: [0] },
  { name: 'no member that is called', needs: [placed('set', 'assigned')], text: 'map.set(x, y); set = z', candidates: [] },
  {
    name: 'the name of a function',
    needs: [placed('set', 'function'), placed('put', 'function')],
    text: 'function set(a) {} async function* put<T>() {}',
    candidates: [0, 1],
  },
  { name: 'no name of a method', needs: [placed('set', 'function')], text: 'map.set(x); const set = y', candidates: [] },
  {
    name: 'the name of a variable',
    needs: [placed('set', 'variable'), placed('put', 'variable')],
    text: 'let a = 1, set = f; const put: F = g',
    candidates: [0, 1],
  },
  { name: 'a name behind comments', needs: [placed('set', 'function')], text: 'function /* a /* b */ /* c */\n set(a)', candidates: [0] },
  {
    name: 'a name behind a comment that a string seems to begin',
    needs: [placed('set', 'function')],
    text: "f('/*'); function /* a */ set(a)",
    candidates: [0],
  },
  { name: 'a name behind a long comment', needs: [placed('set', 'function')], text: `/*${' x'.repeat(3000)}*/ set(a)`, candidates: [0] },
  { name: 'no method behind a comment', needs: [placed('set', 'function')], text: '/** Sets. */\n set(a) {}', candidates: [] },
  {
    name: 'no name behind a word that ends as one before it',
    needs: [placed('set', 'function')],
    text: 'return set(a); inset(b); /** * set(a) */ ({ *set() {} })',
    candidates: [],
  },
  {
    name: 'the name of a variable with its value',
    needs: [placed('set', 'given-variable'), placed('set', 'typed-variable')],
    text: 'let a = 1, set = f',
    candidates: [0, 1],
  },
  {
    name: 'the name of a variable with a type',
    needs: [placed('set', 'given-variable'), placed('set', 'typed-variable')],
    text: 'let set: F = f',
    candidates: [1],
  },
  { name: 'no name that is passed', needs: [placed('set', 'given-variable')], text: 'f(a, set); let set; ({ get, set: f })', candidates: [] },
  { name: 'no name that is only read', needs: [placed('set', 'variable')], text: 'f(set); map.set = x', candidates: [] },
  { name: 'a place that a comment may hide', needs: [placed('get', 'member')], text: 'app. // all of it\nget(x)', candidates: [0] },
  { name: 'a parameter that is taken apart', needs: [{ kind: 'opened-parameter' }], text: 'app.get(x, async ({ body }) => body)', candidates: [0] },
  { name: 'no call with an object', needs: [{ kind: 'opened-parameter' }], text: 'send({ body }); x => y', candidates: [] },
  { name: 'literals that the index cannot see, always', needs: [literal('caf\u00e9'), literal('')], text: '', candidates: [0, 1] },
]

describe('a prefilter', () => {
  it.each(CASES)('proposes $name', ({ needs, text, candidates }) => {
    const [prefilter] = buildPrefilters([needs])
    expect(prefilter(text)).toEqual(candidates)
  })

  it('selects the same rules as an evaluation of every need', () => {
    const { need } = fc.letrec<{ need: LiteralNeed }>((tie) => ({
      need: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('a', 'ab', 'Abc', 'bc', 'cab', 'bb', 'k', 'ck').map(literal),
        fc.constantFrom('a', 'ab', 'Abc', 'bb').map(word),
        fc.constantFrom('a', 'aB', 'bb').map(part),
        fc.constantFrom('b', 'aB', 'cb').map(end),
        fc.constantFrom(ANYTHING, NOTHING),
        fc.array(tie('need'), { maxLength: 4 }).map((of): LiteralNeed => ({ kind: 'all', of })),
        fc.array(tie('need'), { maxLength: 4 }).map((of): LiteralNeed => ({ kind: 'some', of })),
      ),
    }))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'B', '\u212a', ' '), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.array(need, { maxLength: 6 }), { maxLength: 3 }), fc.array(text, { minLength: 1, maxLength: 4 }), (lists, texts) => {
        const prefilters = buildPrefilters(lists)
        for (const one of texts)
          expect(prefilters.map((prefilter) => prefilter(one))).toEqual(
            lists.map((needs) => needs.flatMap((each, index) => (isMet(each, one) ? [index] : []))),
          )
      }),
      { numRuns: 1000 },
    )
  })
})

function literal(text: string): LiteralNeed {
  return { kind: 'literal', text }
}

function word(text: string): LiteralNeed {
  return { kind: 'word', text }
}

function part(text: string): LiteralNeed {
  return { kind: 'spelled', text, ends: false }
}

function end(text: string): LiteralNeed {
  return { kind: 'spelled', text, ends: true }
}

function member(holder: string, text: string): LiteralNeed {
  return { kind: 'member', holder, text }
}

function placed(text: string, place: NamePlace): LiteralNeed {
  return { kind: 'placed', text, place }
}

function all(...texts: string[]): LiteralNeed {
  return { kind: 'all', of: texts.map(literal) }
}

function some(...texts: string[]): LiteralNeed {
  return { kind: 'some', of: texts.map(literal) }
}

function isMet(need: LiteralNeed, text: string): boolean {
  if (need.kind === 'literal') return text.replaceAll('\u212a', 'k').toLowerCase().includes(need.text.toLowerCase())
  if (need.kind === 'word') return new RegExp(`(?<![A-Za-z])${need.text}(?![A-Za-z])`).test(text)
  if (need.kind === 'spelled') return new RegExp(need.ends ? `${need.text}(?![A-Za-z])` : need.text).test(text)
  if (need.kind === 'all') return need.of.every((part) => isMet(part, text))
  if (need.kind === 'some') return need.of.some((part) => isMet(part, text))
  return need.kind === 'anything'
}
