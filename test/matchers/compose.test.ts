import type { MatcherSpec } from '../../src/model/rule-spec.ts'
import { JS, PY, type Row, testRows } from './test-rows.ts'

const row = (match: MatcherSpec, name: string, code: string, rest: Partial<Row> = {}): Row => ({ name, match, code, ...rest })

testRows('kinds and regexes', JS, [
  row({ kind: 'template_string' }, 'one kind', '⟦`a`⟧; "b"'),
  row({ kind: ['regex', 'number'] }, 'several kinds', '⟦/a/⟧; ⟦1⟧; b'),
  row({ kind: 'string', regex: 'ab+' }, 'regex on the text of a node', "⟦'xabb'⟧; 'a'"),
  row({ kind: 'string', regex: "^'a'$" }, 'the text has its quotes', '⟦\'a\'⟧; "a"'),
  row({ kind: 'string', regex: '(?P<A>x+)', where: { $A: { regex: '^x{2}$' } } }, 'groups become metavariables', "'x'; ⟦'xx'⟧; 'xxx'"),
  row({ kind: 'identifier', regex: '(?i)^PASS' }, 'without case', '⟦passWord⟧; ⟦Pass⟧; bypass'),
  row({ regex: 'AKIA[0-9]{4}' }, 'text rule', "a = '⟦AKIA1234⟧'; // ⟦AKIA9999⟧\n"),
  row({ regex: 'key=(?P<KEY>\\w+)', focus: '$KEY' }, 'focus on a group', "'key=⟦abc⟧'"),
  row({ regex: 'key=(?P<KEY>\\w+)', where: { $KEY: { not: { regex: '^test' } } } }, 'where on a group', "'⟦key=abc⟧ key=test1'"),
  row(
    { all: [{ regex: 'open (?P<NAME>\\w+)' }, { not: { regex: 'close (?P<NAME>\\w+)' } }] },
    'a group that is bound already is the same text',
    "'⟦open a⟧ open b close b'",
  ),
  row({ kind: 'number', files: ['a.{js,jsx,ts,tsx}'] }, 'files of these names', '⟦1⟧'),
  row({ kind: 'number', files: ['other/**', 'b.*'] }, 'files of other paths', '1'),
  row({ regex: 'aaa', files: ['other/**'] }, 'texts of files of other paths', 'aaa'),
  row({ any: [{ regex: 'aaa' }, { call: 'f' }] }, 'text or node', '⟦f(1)⟧; ⟦aaa⟧'),
  row({ query: '(call_expression function: (identifier) @fn) @match', where: { $FN: 'f' } }, 'query', '⟦f(1)⟧; g(2)'),
])

testRows('all, any and not', JS, [
  row({ all: [{ call: 'f' }, { pattern: '$F($X)' }] }, 'all', '⟦f(a)⟧; f(); g(a)'),
  row({ all: [{ pattern: 'f($X)' }, { has: { pattern: 'g($X)' } }] }, 'metavariables are shared', '⟦f(g(a))⟧', { code: 'f(g(a)); f(b); g(b)' }),
  row({ pattern: 'f($X, ...)', has: { pattern: 'g($X)' } }, 'metavariables are shared with relations', '⟦f(a, g(a))⟧; f(a, g(b)); f(a)'),
  row(
    { all: [{ pattern: 'f(..., $X, ...)' }, { pattern: 'f(..., g($X), ...)' }] },
    'the second decides between ways of the first',
    '⟦f(a, b, g(b))⟧; f(a, g(b))',
  ),
  row({ pattern: 'f(..., $X, ...)', where: { $X: { constant: true } } }, 'a way that only where accepts', '⟦f(a, 1)⟧; ⟦f(1, a)⟧; f(a, b)'),
  row({ pattern: 'f(..., $X, ..., $Y, ...)', where: { $X: 1, $Y: 2 } }, 'two metavariables over many ways', '⟦f(0, 1, 0, 2, 0)⟧; f(2, 1); f(1)'),
  row({ pattern: 'f(..., $X, ...)', not: { pattern: 'f(..., safe, ...)' } }, 'not beside a pattern', 'f(safe, a); ⟦f(a)⟧'),
  row({ any: [{ call: 'f' }, { call: 'g' }] }, 'any', '⟦f()⟧; ⟦g()⟧; h()'),
  row({ any: [{ pattern: 'f($X)' }, { pattern: 'g($X)' }], where: { $X: 1 } }, 'metavariables of any', '⟦f(1)⟧; ⟦g(1)⟧; f(2); g(2)'),
  row(
    { any: [{ pattern: 'f($X, $_)' }, { pattern: 'f($_, $X)' }], where: { $X: 1 } },
    'the second branch when where refuses the first',
    '⟦f(1, 2)⟧; ⟦f(2, 1)⟧; f(2, 2)',
  ),
  row({ call: 'f', not: { pattern: 'f(1)' } }, 'not', 'f(1); ⟦f(2)⟧'),
  row({ call: 'f', not: { inside: { call: 'g' } } }, 'not inside', '⟦f()⟧; g(f())'),
  row({ call: 'f', not: { all: [{ pattern: 'f($X)' }, { pattern: 'f(1)' }] } }, 'not all', 'f(1); ⟦f(2)⟧; ⟦f()⟧'),
  row({ pattern: 'f($X)', not: { pattern: 'f($Y)', where: { $Y: 1 } } }, 'not with names of its own', 'f(1); ⟦f(2)⟧'),
  row({ pattern: 'f($X)', not: { inside: { pattern: 'g($X, ...)' } } }, 'not with a name from outside', 'g(1, f(1)); g(2, ⟦f(1)⟧)'),
  row(
    { query: '(call_expression function: (identifier) @_verb (#any-of? @_verb "f" "g")) @match' },
    'captures for predicates alone',
    '⟦f(1)⟧; ⟦g(⟦f()⟧)⟧; h()',
  ),
  row(
    {
      query: '(assignment_expression left: (subscript_expression object: (identifier) @holder)) @match',
      inside: {
        kind: 'function_declaration',
        has: {
          query:
            '(variable_declarator name: (identifier) @holder value: (call_expression function: (identifier) @_made) (#eq? @_made "make")) @match',
        },
      },
    },
    'names from outside in a relation that is asked again and again',
    'function f(k) { const a = make(); const b = take(); ⟦a[k] = 1⟧; b[k] = 1; c[k] = 1; ⟦a[1] = 2⟧ } function g(k) { a[k] = 1 }',
  ),
  row(
    {
      pattern: 'f($X)',
      inside: { kind: 'function_declaration', has: { pattern: 'g($Y)', not: { pattern: 'g($X)' } } },
    },
    'a relation that denies a name from outside',
    'function a() { f(1); g(1) } function b() { ⟦f(1)⟧; g(2) } function c() { ⟦f(1)⟧; ⟦f(2)⟧; g(1); g(2) }',
  ),
  row(
    {
      pattern: 'f($X)',
      inside: { kind: 'function_declaration', has: { pattern: 'g($Y)', where: { $X: 1 } } },
    },
    'a relation that asks about a name from outside',
    'function a() { ⟦f(1)⟧; f(2); g(3) } function b() { f(1) }',
  ),
  row({ call: 'f', all: [{ not: { has: { kind: 'string' } } }, { not: { has: { kind: 'number' } } }] }, 'several nots', '⟦f(a)⟧; f("a"); f(1)'),
  row(
    {
      any: [
        { languages: ['javascript'], call: 'f' },
        { languages: ['typescript'], call: 'g' },
      ],
    },
    'languages',
    '⟦f()⟧; g()',
    { in: ['js'], rule: { languages: ['javascript', 'typescript'] } },
  ),
  row({ any: [{ languages: ['typescript'], call: 'f' }, { call: 'g' }] }, 'a branch of another language', 'f(); ⟦g()⟧', {
    in: ['js'],
    rule: { languages: ['javascript', 'typescript'] },
  }),
  row({ pattern: 'f($X)', focus: '$X' }, 'focus', 'f(⟦a⟧); f(⟦g(b)⟧)'),
  row({ pattern: 'f(..., $X, ...)', where: { $X: { constant: false } }, focus: '$X' }, 'focus on each of several ways', 'f(⟦a⟧, 1, ⟦b⟧)'),
  row({ pattern: 'f($...ARGS)', focus: '$ARGS' }, 'focus on a list', 'f(⟦a, b⟧); f(⟦c⟧)'),
  row({ pattern: 'f($X)', where: { $X: { any: [{ constant: true }, { symbol: 'req.**' }] } } }, 'any of constraints', '⟦f(1)⟧; ⟦f(req.a)⟧; f(b)'),
  row({ pattern: 'f($X)', where: { $X: { all: [{ type: 'string' }, { not: '' }] } } }, 'all of constraints', "⟦f('a')⟧; f(''); f(1)"),
  row({ pattern: 'f($X)', where: { $X: { kind: 'call_expression' } } }, 'a kind in where', '⟦f(g())⟧; f(a); const b = g(); ⟦f(b)⟧'),
  row({ pattern: '$X($Y)', where: { $X: ['f', 'g'] } }, 'names of functions are plain words', '⟦f(a)⟧; ⟦g(a)⟧; h(a)'),
  row({ pattern: '$X.$M($Y)', where: { $M: 'exec' } }, 'names of methods are plain words', '⟦a.exec(b)⟧; a.run(b)'),
  row(
    { pattern: 'function $F(...) { ... }', where: { $F: { regex: '^handle' } } },
    'names of functions by regex',
    '⟦function handleX() {}⟧\nfunction x() {}',
  ),
  row(
    { pattern: '$X = $Y', where: { $X: { regex: '(?i)password' }, $Y: { type: 'string' } } },
    'a password',
    "const ⟦password = 'a'⟧; const ⟦dbPassword = `b`⟧; const password2 = f(); const a = 'b'",
  ),
])

testRows('relations', JS, [
  row({ call: 'f', inside: { kind: 'function_declaration' } }, 'inside', 'f(); function g() { if (a) { ⟦f()⟧ } }'),
  row({ call: 'f', inside: { kind: 'if_statement', until: { kind: 'arrow_function' } } }, 'inside until', 'if (a) { ⟦f()⟧; g(() => f()) }'),
  row({ call: 'f', inside: { kind: 'arguments', until: 'immediate' } }, 'immediately inside', 'g(⟦f()⟧); g(1 + f()); f()'),
  row({ call: 'f', inside: { pattern: 'g($X, ...)' }, where: { $X: 1 } }, 'names of what is around', 'g(1, ⟦f()⟧); g(2, f())'),
  row({ call: 'f', inside: { pattern: 'g($X, ...)', inside: { call: 'h' } } }, 'around and around that', 'h(g(1, ⟦f()⟧)); g(1, f())'),
  row({ call: 'f', inside: { any: [{ call: 'g' }, { call: 'h' }] } }, 'inside any', 'g(⟦f()⟧); h(⟦f()⟧); i(f())'),
  row({ kind: 'function_declaration', has: { call: 'f' } }, 'has', '⟦function a() { if (b) f() }⟧\nfunction c() { g() }'),
  row(
    { kind: 'function_declaration', has: { call: 'f', until: { kind: 'function_declaration' } } },
    'has until',
    'function a() { ⟦function b() { f() }⟧ }',
  ),
  row({ kind: 'arguments', has: { kind: 'identifier', until: 'immediate' } }, 'has immediately', 'f⟦(a)⟧; f(1 + a)'),
  row({ call: 'g', has: { pattern: '$X', kind: 'number' } }, 'has with a metavariable', '⟦g(1)⟧; g(a)'),
  row({ call: 'g', has: { pattern: '$X.y' }, where: { $X: 'b' } }, 'has with each way', '⟦g(a.y, b.y)⟧; g(a.y)', {
    match: { call: 'g', has: { pattern: '$X.y' }, where: { $X: { symbol: 'b' } } },
  }),
  row({ call: 'f', follows: { call: 'g' } }, 'follows', 'f(); g(); ⟦f()⟧; function h() { ⟦f()⟧ }', { code: 'f(); g(); ⟦f()⟧' }),
  row({ pattern: 'f($...ARGS)', where: { '$...ARGS': { kind: 'string' } } }, 'a list under the name as it is written', "⟦f('a', b)⟧; f(b); f()"),
  row({ pattern: 'f($...ARGS)', where: { $ARGS: { kind: 'string' } } }, 'a list under its short name', "⟦f('a', b)⟧; f(b); f()"),
  row({ pattern: 'f($...ARGS)', where: { $ARGS: { type: 'string' } } }, 'the type of a list of one', "⟦f('a')⟧; f(1); f('a', 'b'); f()"),
  row({ pattern: 'f(a, $...REST)', focus: '$...REST' }, 'a list is reported', 'f(a, ⟦b, c⟧); f(d)'),
  row(
    { call: 'f', inside: { pattern: 'g($...ARGS)' }, where: { '$...ARGS': { kind: 'string' } } },
    'a list of what is around',
    "g(⟦f()⟧, 'a'); g(f(), 1)",
  ),
  row({ call: 'f', precedes: { call: 'g' } }, 'precedes', '⟦f()⟧; g(); f()'),
  row({ kind: 'expression_statement', follows: { pattern: 'g()', until: 'immediate' } }, 'immediately behind', 'a(); g(); ⟦f();⟧ h();', {
    match: { kind: 'expression_statement', follows: { kind: 'expression_statement', regex: '^g', until: 'immediate' } },
  }),
  row(
    { kind: 'expression_statement', precedes: { kind: 'expression_statement', regex: '^g', until: 'immediate' } },
    'immediately before',
    'a(); ⟦f();⟧ g(); h();',
  ),
  row(
    { call: 'f', follows: { call: 'g', until: { kind: 'function_declaration' } } },
    'follows within',
    'g(); function h() { f() }\nfunction i() { g(); ⟦f()⟧ }',
  ),
  row({ pattern: 'f($X)', follows: { pattern: '$X = g()' } }, 'a name that was given before', 'const a = g(); ⟦f(a)⟧; f(b)'),
  row(
    { pattern: '$X = g()', not: { precedes: { pattern: 'check($X)' } } },
    'never checked below',
    'const a = g(); check(a); const ⟦b = g()⟧; check(a)',
  ),
  row(
    { kind: 'function_declaration', not: { has: { call: 'auth' } }, has: { call: 'db.query' } },
    'has one and not the other',
    '⟦function a() { db.query() }⟧\nfunction b() { auth(); db.query() }',
  ),
])

testRows('requirements and other keys of rules', JS, [
  row({ call: 'f' }, 'a file that never calls g', '⟦f()⟧', { rule: { requires: [{ scope: 'file', absent: { call: 'g' } }] } }),
  row({ call: 'f' }, 'a file that calls g', 'f(); g()', { rule: { requires: [{ scope: 'file', absent: { call: 'g' } }] } }),
  row({ call: 'f' }, 'a file that must call g', '⟦f()⟧; g()', { rule: { requires: [{ scope: 'file', match: { call: 'g' } }] } }),
  row({ call: 'f' }, 'a file that must call g and does not', 'f()', { rule: { requires: [{ scope: 'file', match: { call: 'g' } }] } }),
  row({ call: 'f' }, 'a project in which no file calls g', '⟦f()⟧', {
    rule: { requires: [{ scope: 'project', absent: { call: 'g' } }] },
    beside: ['h()'],
  }),
  row({ call: 'f' }, 'a project in which a file calls g', 'f()', {
    rule: { requires: [{ scope: 'project', absent: { call: 'g' } }] },
    beside: ['h()', 'g()'],
  }),
  row({ call: 'f' }, 'a project in which a file must call g', '⟦f()⟧', {
    rule: { requires: [{ scope: 'project', match: { call: 'g' } }] },
    beside: ['g()'],
  }),
  row({ call: 'f' }, 'a project in which none does', 'f()', { rule: { requires: [{ scope: 'project', match: { call: 'g' } }] }, beside: ['h()'] }),
  row({ call: 'f' }, 'two requirements', '⟦f()⟧; g()', {
    rule: {
      requires: [
        { scope: 'file', match: { call: 'g' } },
        { scope: 'file', absent: { call: 'h' } },
      ],
    },
  }),
  row({ call: 'f' }, 'a text requirement', '// secret\n⟦f()⟧', { rule: { requires: [{ scope: 'file', match: { regex: 'secret' } }] } }),
  row({ call: 'f' }, 'paths that include', '⟦f()⟧', { rule: { paths: { include: ['a.*'] } } }),
  row({ call: 'f' }, 'paths that do not include', 'f()', { rule: { paths: { include: ['b.*'] } } }),
  row({ call: 'f' }, 'paths that exclude', 'f()', { rule: { paths: { exclude: ['a.*'] } } }),
])

testRows('composition in Python', PY, [
  row({ kind: 'call', inside: { kind: 'function_definition' } }, 'inside', 'f()\ndef g():\n  ⟦f()⟧\n'),
  row({ pattern: 'f(..., $X, ...)', where: { $X: { constant: false } }, focus: '$X' }, 'focus on each', 'f(⟦a⟧, 1, ⟦b⟧)\n'),
  row({ kind: 'string', regex: 'SELECT' }, 'regex on strings', "⟦'SELECT 1'⟧\n'x'\n"),
  row(
    { pattern: 'def $F(...): ...', not: { inside: { kind: 'decorated_definition' } } },
    'without a decorator',
    '@a\ndef f(): pass\n⟦def g(): pass⟧\n',
  ),
  row(
    { pattern: '$X = $Y', where: { $X: { regex: '(?i)secret' }, $Y: { type: 'string', not: '' } } },
    'a secret',
    "⟦SECRET_KEY = 'abc'⟧\nSECRET = ''\nSECRET2 = f()\n",
  ),
  row({ pattern: 'f($X)', follows: { pattern: '$X = g()' } }, 'a name that was given before', 'a = g()\n⟦f(a)⟧\nf(b)\n'),
])
