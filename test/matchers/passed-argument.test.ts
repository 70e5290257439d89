import type { MatcherSpec, PassedArgumentSpec } from '../../src/model/rule-spec.ts'
import { JS, PY, type Row, testRows, TS } from './test-rows.ts'

const row = (argument: PassedArgumentSpec, name: string, code: string, rest: MatcherSpec = {}): Row => ({ name, match: { argument, ...rest }, code })

testRows('arguments of calls', JS, [
  row({ of: 'f', at: 0 }, 'the first', 'f(⟦a⟧, b); f(); g(a); new f(⟦a⟧); a.f(b)'),
  row({ of: ['f', 'a.g'], at: 1 }, 'of one of several', 'f(a, ⟦b⟧); a.g(b, ⟦c⟧); g(a, b)'),
  row({ of: 'f', at: -1 }, 'the last', 'f(⟦a⟧); f(b, ⟦c⟧); f()'),
  row({ of: 'f', at: [0, 2] }, 'one of several', 'f(⟦a⟧, b, ⟦c⟧, d)'),
  row({ of: 'f', at: '1..' }, 'an index and all after it', 'f(a); f(a, ⟦b⟧); f(a, ⟦b⟧, ⟦c⟧)'),
  row({ of: 'f', at: '*' }, 'any', 'f(⟦a⟧, ⟦b⟧); f(); g(a)'),
  row({ of: 'f', at: 0 }, 'behind a spread no position is certain', 'f(⟦a⟧, ...b); f(...a, b)'),
  row({ of: 'f', at: -1 }, 'from the end no position is certain with a spread', 'f(a, ...b)'),
  row({ of: 'f', at: '1..' }, 'behind a spread a position is at least the written one', 'f(...a, ⟦b⟧); f(...a)'),
  row({ of: 'f', at: 'a' }, 'an option', 'f({ a: ⟦x⟧, b: y }); f(z, { a: ⟦x⟧ }); f({ b: { a: x } }); g({ a: x })'),
  row({ of: 'f', at: 'a' }, 'an option in shorthand', 'f({ ⟦a⟧ }); f(a)', { kind: ['identifier', 'shorthand_property_identifier'] }),
  row({ of: 'f', at: 'b.a' }, 'a nested option', 'f({ b: { a: ⟦x⟧ } }); f({ a: x })'),
  row({ of: 'f', at: 0 }, 'the argument itself, and nothing in it', 'f(⟦a.b⟧); f(⟦g(c)⟧); f(⟦() => d⟧); f(⟦[e]⟧)'),
  row({ of: 'f', at: 0 }, 'in parentheses and behind await', 'f((⟦a⟧)); f(await ⟦b⟧)'),
  row({ of: 'f', at: 0 }, 'the callee is no argument', 'f(⟦a⟧)(b); f.call(c)'),
  row({ of: 'm.run', at: 0 }, 'of a function by its resolved name', "import { run as go } from 'm'; go(⟦a⟧); const r = go; r(⟦b⟧); run(c)"),
  row({ of: 'sql', at: 0 }, 'a tagged template', 'sql⟦`a`⟧; `b`'),
  row({ of: { call: '**.on', arguments: { '0': 'message' } }, at: 1 }, 'of a call with another argument', "a.on('message', ⟦f⟧); a.on('error', f)"),
  row({ of: { inside: { kind: 'arrow_function' }, call: 'f' }, at: 0 }, 'of a call at a place', '() => f(⟦a⟧); f(b)'),
  row({ of: { query: '(call_expression function: (_) @function) @match' }, at: 0 }, 'a metavariable of the call', 'g(⟦a⟧); h(b)', {
    where: { $FUNCTION: { regex: '^g$' } },
  }),
  row({ of: { pattern: '$F($X, $X)' }, at: 0 }, 'a pattern of the call', 'g(⟦a⟧, a); g(a, b)'),
  {
    name: 'not an argument',
    match: { kind: 'identifier', regex: '^x$', not: { argument: { of: 'f', at: 0 } } },
    code: 'f(x); g(⟦x⟧); f(a, ⟦x⟧); ⟦x⟧',
  },
  { name: 'around the node', match: { kind: 'identifier', inside: { argument: { of: 'f', at: 0 } } }, code: 'f(⟦a⟧ + ⟦b⟧); f(c, d + e)' },
  { name: 'a constraint', match: { call: 'g', arguments: { '0': { kind: 'identifier', argument: { of: 'g', at: 0 } } } }, code: '⟦g(a)⟧; g(1)' },
])

testRows('arguments of calls with casts', TS, [
  row({ of: 'f', at: 0 }, 'the expression and not the cast', 'f(⟦a⟧ as string); f(⟦b⟧!); f((⟦c⟧ as any)!)'),
  row({ of: 'f', at: 'a' }, 'an option of a literal with a cast', 'f({ a: ⟦x⟧ } as Options)'),
])

testRows('arguments of calls in Python', PY, [
  row({ of: 'f', at: 0 }, 'the first', 'f(⟦a⟧, b)\nf()\ng(a)'),
  row({ of: 'f', at: 'a' }, 'a keyword argument', 'f(a=⟦x⟧, b=y)\nf(**{"a": ⟦z⟧})\nf(a)'),
  row({ of: 'f', at: [0, 'a'] }, 'by position or by name', 'f(⟦x⟧)\nf(y=1, a=⟦x⟧)'),
  row({ of: 'f', at: -1 }, 'the last by position', 'f(a, ⟦b⟧, c=d)'),
  row({ of: 'f', at: '1..' }, 'an index and all after it, without names', 'f(a, ⟦b⟧, ⟦c⟧, d=e)'),
  row({ of: 'f', at: 1 }, 'behind a spread no position is certain', 'f(*a, b)\nf(a, ⟦b⟧, *c)'),
  row({ of: 'm.run', at: 0 }, 'of a function by its resolved name', 'from m import run as go\ngo(⟦a⟧)'),
  row({ of: { call: 'f', keyword: { shell: true } }, at: 0 }, 'of a call with another argument', 'f(⟦a⟧, shell=True)\nf(b)'),
])
