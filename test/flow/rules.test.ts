import { describe, expect, it } from 'vitest'
import { createScannerFromData, type Scanner } from '../../src/index.ts'
import { readFileSync } from 'node:fs'
import { reportedPlaces } from './reported-places.ts'
import { builtInModels } from './built-in-models.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))
const HEAD = 'title: A flow\nseverity: high\nconfidence: high\ncategory: injection\ncwe: [CWE-74]\nlanguages: [javascript, typescript, python]\n'

async function open(taint: string, shared = '', rest = 'description: $SOURCE reaches $SINK.\n', other = ''): Promise<Scanner> {
  const rule = (id: string, flow: string): { path: string; text: string } => ({
    path: `rules/injection/${id}.yaml`,
    text: `id: ${id}\n${HEAD}${rest}taint:\n${flow}`,
  })
  return createScannerFromData({
    folders: [
      {
        name: 'flow',
        rules: [rule('a-flow', taint), ...(other === '' ? [] : [rule('another-flow', other)])],
        shared: shared === '' ? [] : [{ path: 'rules/shared/a.yaml', text: `matchers:\n${shared}` }],
        models: builtInModels,
        packs: [],
        whole: true,
      },
    ],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
}

async function linesOf(scanner: Scanner, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await scanner.scan(Object.entries(files).map(([path, content]) => ({ path, content })))
  return reportedPlaces(findings)
}

describe('rules of data flow', () => {
  it('use named matchers, with their arguments, parameters and decorators', async () => {
    const scanner = await open(
      '  sources: [{ use: request }]\n  sinks: [{ use: shell }]\n',
      [
        '  request: { any: [{ use: express-handler }, { use: flask-view }] }',
        '  express-handler: { languages: [javascript, typescript], call: ["express().get"], parameter: "0.{body,query}" }',
        '  flask-view: { languages: [python], parameter: "*", decorator: flask.Flask().route }',
        '  shell: { any: [{ call: child_process.exec, argument: 0 }, { call: [os.system], argument: 0 }] }',
      ].join('\n'),
    )
    const js =
      "const { exec } = require('child_process')\nrequire('express')().get('/', (q, s) => {\n  exec(q.query.a)\n  exec('a', q.query.a)\n  exec(q.ip)\n})\n"
    const py =
      'import os\nfrom flask import Flask\napp = Flask(__name__)\n@app.route("/")\ndef view(name, id: int):\n    os.system(name)\n    os.system(id)\n'
    expect(await linesOf(scanner, { 'a.js': js, 'a.py': py })).toEqual(['a.js:3', 'a.py:6'])
  })

  it.each([
    ['m = flag ? markup(clean(raw)) : number(pad(trim(raw)))'],
    ['m = number(pad(trim(raw))) + markup(clean(raw))'],
    ['m = wrap(flag ? markup(clean(raw)) : number(pad(trim(raw))))\nfunction wrap(text) { return text.slice(1) }'],
    ['return show(markup(clean(raw)), number(pad(trim(raw))))\nfunction show(a, b) { m = a; if (b) m = b; sink(m) }'],
  ])('report for each rule the path of its own data: %s', async (lines) => {
    const flow = (sanitizers: string): string => `  sources: [{ use: untrusted }]\n  sinks: [{ use: harm }]\n${sanitizers}`
    const shared = '  untrusted: { call: input }\n  harm: { call: sink }\n'
    const scanner = await open(flow('  sanitizers: [{ call: clean }]\n'), shared, undefined, flow(''))
    const code = `function run(flag) {\nconst raw = input()\nlet m\n${lines}\nsink(m)\n}\n`
    const { findings } = await scanner.scan([{ path: 'a.js', content: code }])
    const told = findings.map(({ rule, trace }) => ({ rule, steps: trace?.map(({ what }) => what).join('; ') ?? '' }))
    expect(told.map(({ rule }) => rule)).toEqual(['a-flow', 'another-flow'])
    expect(told[0].steps).toContain('number')
    expect(told[0].steps).not.toContain('markup')
  })

  it.each([
    { name: 'at each of several callers that build the string', calls: ["run('a' + input())", '', 'run(`b ${input()}`)'], at: ['a.js:4', 'a.js:6'] },
    { name: 'at a caller through a second wrapper', calls: ["twice('a' + input())", "run('b' + input())"], at: ['a.js:4', 'a.js:5'] },
    { name: 'once at the sink for one caller', calls: ["run('a' + input())", "run('b')"], at: ['a.js:1'] },
    { name: 'once at the sink for callers that build nothing', calls: ['run(input())', 'run(input())'], at: ['a.js:1'] },
    { name: 'once at the sink if its own function builds the string', calls: ['build(input())', 'build(input())'], at: ['a.js:3'] },
    {
      name: 'at callers that build, and at the sink for others',
      calls: ["run('a' + input())", "run('b' + input())", 'run(input())'],
      at: ['a.js:1', 'a.js:4', 'a.js:5'],
    },
  ])('report a sink in a wrapper $name', async ({ calls, at }) => {
    const scanner = await open('  sources: [{ call: input }]\n  sinks: [{ call: sink }]\n')
    const wrappers = "function run(text) { sink(text) }\nfunction twice(text) { run(text) }\nfunction build(part) { sink('c' + part) }\n"
    const callers = calls.map((call, index) => `function f${index}() { ${call} }`).join('\n')
    expect((await linesOf(scanner, { 'a.js': wrappers + callers })).toSorted()).toEqual(at)
  })

  it('combine labels, and remove labels', async () => {
    const scanner = await open(
      [
        '  sources: [{ call: user, label: user }, { call: secret, label: secret }, { call: mark, requires: user, label: marked }]',
        '  sinks: [{ call: both, requires: user and secret }, { call: only, requires: user and not secret }, { call: needsMark, requires: marked }]',
        '  sanitizers: [{ call: forget, label: user }]',
      ].join('\n'),
    )
    const code =
      'both(user() + secret())\nboth(user())\nonly(user())\nonly(forget(user()))\nonly(secret())\nneedsMark(user())\nneedsMark(mark(user()))\nneedsMark(mark(1))\n'
    expect(await linesOf(scanner, { 'a.js': code })).toEqual(['a.js:1', 'a.js:3', 'a.js:7'])
  })

  it('use the captured value of a query or a focus, even if it is a call', async () => {
    const scanner = await open(
      [
        '  sources: [{ call: source }]',
        '  sinks:',
        '    - { query: "(assignment_expression left: (member_expression property: (property_identifier) @p) right: (_) @match (#eq? @p \\"innerHTML\\"))", languages: [javascript, typescript] }',
        '    - { pattern: "$X.outerHTML = $Y", focus: $Y, languages: [javascript, typescript] }',
        '    - { call: write }',
        '  sanitizers: [{ call: [DOMPurify.sanitize, escape] }]',
      ].join('\n'),
    )
    const code = [
      'el.innerHTML = DOMPurify.sanitize(source())',
      'el.innerHTML = escape(source())',
      'el.innerHTML = render(source())',
      'el.innerHTML = `<p>${escape(source())}</p>`',
      'el.innerHTML = cond ? escape(source()) : render(source())',
      'el.outerHTML = escape(source())',
      'el.outerHTML = render(source())',
      'write(source())',
      'write(escape(source()))',
      'write(1, source())',
      'el.innerHTML = write(1)',
    ]
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([3, 5, 7, 8, 10].map((line) => `a.js:${line}`))
  })

  it('keep the arguments and parameters of a named matcher that is narrowed', async () => {
    const scanner = await open(
      [
        '  sources: [{ use: handler, not: { regex: internal } }]',
        '  sinks: [{ use: shell, not: { inside: { kind: if_statement } } }, { any: [{ call: second, argument: 1 }, { call: every }], not: { regex: fine } }]',
      ].join('\n'),
      ['  handler: { call: [app.get], parameter: "0.query" }', '  shell: { any: [{ call: run, argument: 0 }, { call: spawn, argument: cmd }] }'].join(
        '\n',
      ),
    )
    const code = [
      'app.get("/a", (q) => {',
      '  run(q.query.a)',
      '  run(1, q.query.a)',
      '  run(q.ip)',
      '  spawn(q.query.a, { cmd: q.query.a })',
      '  spawn(q.query.a, { cmd: 1 })',
      '  if (x) run(q.query.a)',
      '  second(q.query.a, 1)',
      '  second(1, q.query.a)',
      '  second(1, q.query.a, fine)',
      '  every(q.query.a)',
      '})',
      'app.get("/internal", (q) => { run(q.query.a) })',
    ]
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([2, 5, 9, 11].map((line) => `a.js:${line}`))
  })

  it('lower severity and confidence for data from a weaker source', async () => {
    const scanner = await open(
      '  sources: [{ call: typed, severity: medium, confidence: low }, { call: unsure, confidence: medium }, { call: sent }]\n  sinks: [{ call: sink }]\n',
    )
    const code = [
      'sink(typed())',
      'sink(unsure())',
      'sink(sent())',
      'sink(typed() + unsure())',
      'let x = sent()',
      'x = format(x)',
      'sink([typed(), x])',
    ]
    const { findings } = await scanner.scan([{ path: 'a.js', content: code.join('\n') }])
    expect(
      findings.map(({ line, severity, confidence, description, alternatives }) => [line, severity, confidence, description, alternatives]),
    ).toEqual([
      [2, 'high', 'medium', 'unsure() reaches sink(unsure()).', undefined],
      [3, 'high', 'high', 'sent() reaches sink(sent()).', undefined],
      [4, 'high', 'medium', 'unsure() reaches sink(typed() + unsure()).', 1],
      [7, 'high', 'high', 'sent() reaches sink([typed(), x]).', 1],
      [1, 'medium', 'low', 'typed() reaches sink(typed()).', undefined],
    ])
  })

  it('lower severity and confidence at a weaker sink, and never exceed those of the source', async () => {
    const scanner = await open(
      '  sources: [{ call: typed, severity: low }, { call: sent }]\n  sinks: [{ call: sink }, { call: file, severity: medium, confidence: low }]\n',
    )
    const { findings } = await scanner.scan([{ path: 'a.js', content: 'sink(sent())\nfile(sent())\nfile(typed())\n' }])
    expect(findings.map(({ line, severity, confidence }) => [line, severity, confidence])).toEqual([
      [1, 'high', 'high'],
      [2, 'medium', 'low'],
      [3, 'low', 'low'],
    ])
  })

  it('lower the severity of findings in code with restricted access, and name the restriction', async () => {
    const scanner = await open(
      '  sources: [{ call: sent }, { call: handler, parameter: 0 }]\n  sinks: [{ call: sink }]\n',
      [
        '  own-people:',
        '    access: behind a login',
        '    any: [{ inside: { languages: [javascript], call: guarded } }, { languages: [python], inside: { kind: decorated_definition, has: { kind: decorator, regex: login } } }]',
      ].join('\n'),
    )
    const { findings } = await scanner.scan([
      {
        path: 'a.js',
        content:
          'sink(sent())\nguarded(() => sink(sent()))\nguarded(handler((x) => sink(x)))\nguarded(() => show(sent()))\nfunction show(x) { sink(x) }\n',
      },
      { path: 'b.py', content: '@login\ndef f():\n    sink(sent())\n' },
    ])
    expect(findings.map(({ file, line, severity, confidence, trace }) => [file, line, severity, confidence, trace?.[0].what])).toEqual([
      ['a.js', 1, 'high', 'high', 'untrusted input `sent()`'],
      ['a.js', 2, 'medium', 'high', 'untrusted input `sent()`, behind a login'],
      ['a.js', 3, 'medium', 'high', 'untrusted input, behind a login'],
      ['a.js', 5, 'medium', 'high', 'untrusted input `sent()`, behind a login'],
      ['b.py', 3, 'medium', 'high', 'untrusted input `sent()`, behind a login'],
    ])
  })

  it('lower the severity of code that a helper marks as restricted', async () => {
    const scanner = await open(
      '  sources: [{ call: sent }]\n  sinks: [{ call: sink }]\n',
      '  own-people: { access: behind a login, languages: [python], inside: { kind: decorated_definition, has: { kind: decorator, regex: login } } }',
    )
    const { findings } = await scanner.scan([
      { path: 'helper.py', content: 'def take():\n    return sent()\n' },
      { path: 'guarded.py', content: 'from helper import take\n@login\ndef f():\n    sink(take())\n' },
      { path: 'below.py', content: 'from helper import take\n@login\ndef f():\n    run(take())\ndef run(x):\n    sink(x)\n' },
      { path: 'within.py', content: '@login\ndef run(x):\n    sink(x)\ndef f():\n    run(sent())\n' },
      { path: 'open.py', content: 'from helper import take\n@app\ndef f():\n    sink(take())\n' },
      // Data that one function stores and another reads.
      {
        path: 'kept.py',
        content: 'from helper import take\nkept = {}\ndef f():\n    kept["a"] = take()\n@login\ndef g():\n    sink(kept["a"])\n',
      },
    ])
    expect(findings.map(({ file, line, severity, trace }) => [file, line, severity, trace?.[0].what]).sort()).toEqual([
      ['below.py', 6, 'medium', 'untrusted input `sent()`, behind a login'],
      ['guarded.py', 4, 'medium', 'untrusted input `sent()`, behind a login'],
      ['kept.py', 7, 'low', 'untrusted input `sent()`'],
      ['open.py', 4, 'high', 'untrusted input `sent()`'],
      ['within.py', 3, 'medium', 'untrusted input `sent()`, behind a login'],
    ])
  })

  it('count at a sink only if data also reaches its companion', async () => {
    const scanner = await open(
      '  sources: [{ call: sent }]\n  sinks: [{ pattern: "$TARGET[$KEY] = $VALUE", focus: $KEY, with: $VALUE, languages: [javascript] }, { call: setattr, pattern: "setattr($_, $NAME, $VALUE)", argument: 1, with: $VALUE, languages: [python] }]\n',
    )
    const js = [
      'kept[sent()] = true',
      'kept[sent()] = sent()',
      'kept[name] = sent()',
      'put(sent(), { a: [sent()] })',
      'function put(name, value) { kept[name] = value.a }',
      'set(sent(), 1)',
      'function set(name, value) { kept[name] = value }',
    ]
    const py = ['setattr(kept, sent(), 1)', 'setattr(kept, sent(), sent())', 'setattr(kept, "a", sent())']
    expect(await linesOf(scanner, { 'a.js': js.join('\n'), 'a.py': py.join('\n') })).toEqual(['a.js:2', 'a.js:5', 'a.py:2'])
  })

  it('have low confidence after a call of an unknown function, and nothing at sinks that refuse it', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }, { call: strict, weak: off }]\n')
    const code = [
      'const held = make({ name: source(), kind: "x" })',
      'sink(held.kind)',
      'strict(held.name)',
      'sink(render(source()))',
      'strict(render(source()))',
      'sink(find(source()))',
      'sink(other(make(source())))',
      'const parts = {}',
      'parts[k] = source()',
      'sink(parts[j])',
      'sink(parts.name)',
      'function run(x) { return pick(x) }',
      'sink(run(source()))',
    ]
    const { findings } = await scanner.scan([{ path: 'a.js', content: code.join('\n') }])
    expect(findings.map(({ line, severity, confidence }) => [line, severity, confidence])).toEqual([
      [4, 'high', 'high'],
      [5, 'high', 'high'],
      [10, 'high', 'high'],
      [2, 'low', 'low'],
      [11, 'low', 'low'],
      [13, 'low', 'low'],
    ])
    expect(findings[3].trace?.map(({ what }) => what)).toEqual([
      'untrusted input `source()`',
      'stored in property `name`',
      'possibly propagated by `make` (unknown function)',
      'passed to `sink`',
    ])
  })

  it('have low confidence for data that one call stores for others, even through a shared accessor', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const code = [
      'const kept = {}',
      'function get(id) { return kept[id] }',
      'function put(id, value) {',
      '  kept[id] = value',
      '  log(get(id))',
      '}',
      'function save(id) { put(id, source()) }',
      'function show(id) { sink(get(id)) }',
      'const own = {}',
      'function fill(id) {',
      '  own[id] = source()',
      '  use(id)',
      '}',
      'function use(id) { sink(own[id]) }',
    ]
    const { findings } = await scanner.scan([{ path: 'a.js', content: code.join('\n') }])
    expect(findings.map(({ line, severity, confidence }) => [line, severity, confidence])).toEqual([
      [14, 'high', 'high'],
      [8, 'low', 'low'],
    ])
  })

  it('are less sure of names by which something was found before, but not of files and pages', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const js = [
      'async function one(id) {',
      '  const release = await store.getRelease(id)',
      '  if (!release) throw new Error()',
      '  sink(id)',
      '}',
      'function two(id) {',
      '  const file = getFile(id)',
      '  if (!file) return',
      '  sink(id)',
      '}',
      'function three(id) {',
      '  store.getRelease(id)',
      '  sink(id)',
      '}',
      'one(source()); two(source()); three(source())',
    ]
    const py = [
      'def one(name):',
      '    release = find_release(name)',
      '    if release is None:',
      '        raise LookupError()',
      '    sink(name)',
      'one(source())',
    ]
    const { findings } = await scanner.scan([
      { path: 'a.js', content: js.join('\n') },
      { path: 'b.py', content: py.join('\n') },
    ])
    expect(findings.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ['a.js', 9, 'high'],
      ['a.js', 13, 'high'],
      ['a.js', 4, 'low'],
      ['b.py', 5, 'low'],
    ])
    expect(findings[2].trace?.map(({ what }) => what)).toContain('used in a lookup that found something')
  })

  it('know numbers by their conversion', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const code = [
      'const a = source()',
      'if (Number.isInteger(Number(a))) sink(a)',
      'const b = source()',
      'if (Number.isNaN(b)) sink(b)',
      'const c = source()',
      'if (!Number.isNaN(c)) sink(c)',
      'const d = source()',
      'if (!Number.isNaN(+d)) sink(d)',
      'const e = source()',
      'const n = Number(e)',
      'if (!isNaN(n)) sink(e)',
      'const f = source()',
      'if (!isNaN(parseInt(f))) sink(f)',
    ]
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([4, 6, 13].map((line) => `a.js:${line}`))
  })

  it('merge findings with the same cause, with all locations', async () => {
    const scanner = await open('  sources: [{ call: source }, { pattern: q.name }]\n  sinks: [{ call: sink }]\n')
    const a = [
      "import { column } from './b.js'",
      'function first(q) { sink(column(q.name)) }',
      'function second() { sink(column(source())) }',
      'function third() {',
      '  const x = source()',
      '  sink(x)',
      '  sink(x + 1)',
      '}',
      'function fourth() { sink(source()); sink(source()) }',
      'function fifth() { const x = source(); sink(x); sink(x) // assay-ignore a-flow',
      '}',
    ]
    const b = ['export function column(name) {', "  return '[' + name + ']'", '}']
    const { findings } = await scanner.scan([
      { path: 'a.js', content: a.join('\n') },
      { path: 'b.js', content: b.join('\n') },
    ])
    expect(findings.map(({ line, column, places = [] }) => [line, column, places.map((place) => `${place.file}:${place.line}`)])).toEqual([
      [2, 21, ['a.js:3']],
      [6, 3, ['a.js:7']],
      [9, 21, []],
      [9, 37, []],
    ])
  })

  it('report the sink inside a function of the program instead of its call', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: "**.create" }]\n')
    const code = ['const store = { create(data) { return db.create(data) } }', 'store.create(source())', 'store.create(source())']
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual(['a.js:1'])
  })

  it('show bindings of sources and sinks in messages, in whichever file the source is', async () => {
    const scanner = await open(
      '  sources: [{ pattern: $REQ.body.$FIELD }, { call: listen, parameter: 0, pattern: "listen($EVENT, ...)" }]\n  sinks: [{ pattern: $DB.run($SQL), focus: $SQL }]\n',
      '',
      'description: D.\nmessage: $FIELD of $REQ, $EVENT, to $DB in $MATCH\nautofix: { edits: [{ at: $REQ, text: safe }, { at: $SQL, text: escape($SQL) }] }\n',
    )
    const long = `'${'x'.repeat(200)}'`
    const { findings } = await scanner.scan([
      { path: 'a.js', content: `db.run(${long} + input.body.name)\nlisten('data', (x) => db.run(x))\n` },
      { path: 'b.js', content: "import { find } from './c.js'\nfind(request.body.id)\n" },
      { path: 'c.js', content: 'export function find(id) {\n  return pool.run(id)\n}\n' },
    ])
    expect(findings.map(({ description, autofix }) => [description, autofix?.map(({ line, column, text }) => `${line}:${column} ${text}`)])).toEqual([
      [`name of input, $EVENT, to db in '${'x'.repeat(79)}…`, [`1:213 safe`, `1:8 escape(${long} + input.body.name)`]],
      ["$FIELD of $REQ, 'data', to db in x", ['2:30 escape(x)']],
      ['id of request, $EVENT, to pool in id', ['2:19 escape(id)']],
    ])
  })

  it('use the higher severity for two matching sources, and the lowest of combined labels', async () => {
    const scanner = await open(
      [
        '  sources:',
        '    - { call: [both, weak], label: a, severity: low }',
        '    - { call: [both, sent], label: b }',
        '    - { call: typed, label: b, severity: medium, confidence: low }',
        '  sinks: [{ call: sink }, { call: pair, requires: a and b }, { call: only, requires: b }]',
        '  sanitizers: [{ call: clean, label: b }]',
      ].join('\n'),
    )
    const code = [
      'sink(both())',
      'sink(clean(both()))',
      'pair(both())',
      'pair(weak() + sent())',
      'pair(typed() + sent() + both())',
      'only(typed() + sent())',
      'pair(weak())',
    ]
    const { findings } = await scanner.scan([{ path: 'a.js', content: code.join('\n') }])
    expect(findings.map(({ line, severity }) => `${line} ${severity}`)).toEqual(['1 high', '6 high', '2 low', '3 low', '4 low', '5 low'])
  })

  it('choose the strongest source in any order of files, whichever way is shorter', async () => {
    const scanner = await open('  sources: [{ call: typed, severity: low }, { call: sent }]\n  sinks: [{ call: sink }]\n')
    const files = [
      { path: 'near.js', content: "import { run } from './run.js'\nrun(typed())\n" },
      { path: 'run.js', content: 'export function run(x) { sink(x) }\n' },
      { path: 'wide.js', content: "import { run } from './run.js'\nconst x = { a: format('b' + sent()) }\nrun(x.a)\n" },
    ]
    for (const order of [files, files.toReversed()]) {
      const { findings } = await scanner.scan(order)
      expect(findings.map(({ file, severity, trace, alternatives }) => [file, severity, trace?.[0]?.file, alternatives])).toEqual([
        ['run.js', 'high', 'wide.js', 1],
      ])
    }
  })

  it.each([
    { name: 'lower than both', override: 'low', severities: ['low', 'low'] },
    { name: 'between the two', override: 'medium', severities: ['medium', 'low'] },
    { name: 'higher than the rule', override: 'critical', severities: ['critical', 'low'] },
  ])('have the lower of the severities of source and pack: $name', async ({ override, severities }) => {
    const taint = 'taint:\n  sources: [{ call: typed, severity: low, confidence: low }, { call: sent }]\n  sinks: [{ call: sink }]\n'
    const scanner = await createScannerFromData({
      folders: [
        {
          name: 'flow',
          rules: [{ path: 'rules/injection/a-flow.yaml', text: `id: a-flow\n${HEAD}description: A flow.\n${taint}` }],
          shared: [],
          packs: [{ path: 'packs/own.yaml', text: `name: own\nversion: 1.0.0\nrules: [a-flow]\noverrides:\n  a-flow: { severity: ${override} }\n` }],
          whole: false,
        },
      ],
      packs: ['own'],
      runtime: () => Promise.resolve(grammar('web-tree-sitter')),
      grammar,
      check: true,
    })
    const { findings } = await scanner.scan([{ path: 'a.js', content: 'sink(sent())\nsink(typed())\n' }])
    expect(findings.map(({ line, severity, confidence }) => [line, severity, confidence])).toEqual([
      [1, severities[0], 'high'],
      [2, severities[1], 'low'],
    ])
  })

  it('restrict data of a source to its file, except for functions of other files that process it', async () => {
    const scanner = await open('  sources: [{ call: typed, scope: file, severity: low }, { call: sent }]\n  sinks: [{ call: sink }]\n')
    const files = {
      'a.js':
        "import { run, quote } from './b.js'\nimport { clean } from './c.js'\nrun(typed())\nsink(quote(typed()))\nsink(clean(typed()))\nexport const x = typed()\n",
      'b.js': 'export function run(x) { sink(x) }\nexport const quote = (x) => `"${x}"`\n',
      'c.js': 'export function clean(x) { return Number(x) }\n',
      'd.js': "import { x } from './a.js'\nsink(x)\nsink(sent())\n",
      'e.js': "import { run } from './b.js'\nrun(typed())\n",
    }
    expect(await linesOf(scanner, files)).toEqual(['d.js:3', 'a.js:4'])
    expect(await linesOf(scanner, { ...files, 'f.js': "import { run } from './b.js'\nrun(sent())\n" })).toEqual(['b.js:1', 'd.js:3', 'a.js:4'])
  })

  it('follow data of exact sources whole only', async () => {
    const scanner = await open('  sources: [{ call: body, exact: true }, { call: id }]\n  sinks: [{ call: create }]\n')
    const code = [
      'create(body())',
      'create({ ...body(), role: 1 })',
      'create(Object.assign({}, body()))',
      'create({ data: body() })',
      'create({ name: body().name })',
      'const { name, ...rest } = body()',
      'create({ name })',
      'create(rest)',
      'create("a" + body())',
      'create(`${body()}`)',
      'for (const each of body()) create(each)',
      'create(body().map((each) => each))',
      'create({ name: id().name })',
      'function add(x) { create(x) }',
      'add(body())',
      'add(body().name)',
    ]
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([1, 2, 3, 4, 8, 13, 14].map((line) => `a.js:${line}`))
  })

  it('require the unchanged value of a source at exact sinks', async () => {
    const scanner = await open('  sources: [{ call: body }]\n  sinks: [{ call: create, exact: true }, { call: write }]\n')
    const code = ['create(body())', 'create({ ...body() })', 'create({ name: body().name })', 'create(body().name)', 'write({ name: body().name })']
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([1, 2, 4, 5].map((line) => `a.js:${line}`))
  })

  it('use the listed fields of an object, and fields with unknown names', async () => {
    const scanner = await open('  sources: [{ call: body }]\n  sinks: [{ call: fetch, argument: 0, fields: [url, host] }]\n')
    const code = [
      'fetch(body())',
      'fetch({ url: body().url })',
      'fetch({ data: body().data })',
      'const later = {}; later.host = body().host; fetch(later)',
      'const other = { url: "/" }; other.data = body().data; fetch(other)',
      'const any = {}; any[name] = body().data; fetch(any)',
      'const again = { url: body().url }; again.url = "/"; fetch(again)',
      'const make = (url) => ({ method: "get", url }); fetch(make(body().url))',
      'const send = (data) => ({ url: "/", data }); fetch(send(body().data))',
    ]
    expect(await linesOf(scanner, { 'a.js': code.join('\n') })).toEqual([1, 2, 4, 6, 8].map((line) => `a.js:${line}`))
  })

  it('know paths within a folder for harmless, but at sinks that ignore this', async () => {
    const scanner = await open(
      '  sources: [{ call: source }]\n  sinks: [{ call: open }, { call: run, ignored-guards: [path-containment] }]\n  sanitizers: [{ call: quote }]\n',
    )
    const js = [
      "const path = require('path')",
      'const full = path.resolve(ROOT, source())',
      'run(full)',
      'open(full)',
      'if (full.startsWith(ROOT)) {',
      '  open(full)',
      '  open(full + ".json")',
      '  run("ls " + full)',
      '  run("ls " + quote(full))',
      '}',
      'function within(name) {',
      '  const place = path.join(ROOT, name)',
      '  if (!place.startsWith(ROOT)) throw new Error(name)',
      '  return place',
      '}',
      'const kept = within(source())',
      'open(kept)',
      'show(kept)',
      'function show(place) { open(place); run(`cat ${place}`) }',
      'if (full !== ROOT && !full.startsWith(ROOT + path.sep)) throw new Error()',
      'open(full)',
      'run(full)',
      'if (/^[a-z/]+$/.test(full)) run(full)',
    ]
    const python = [
      'import os',
      'from pathlib import Path',
      'full = (ROOT / source()).resolve()',
      'if full.is_relative_to(ROOT):',
      '    open(full)',
      '    run(f"ls {full}")',
      'if ROOT not in full.parents:',
      '    raise ValueError(full)',
      'open(full)',
      'run(full)',
      'place = os.path.realpath(source())',
      'def inside():',
      '    if not place.startswith(ROOT):',
      '        return None',
      '    open(place)',
      '    run("cat " + place)',
    ]
    const found = await linesOf(scanner, { 'a.js': js.join('\n'), 'b.py': python.join('\n') })
    expect(found).toEqual([...[3, 4, 8, 19, 22].map((line) => `a.js:${line}`), ...[6, 10, 16].map((line) => `b.py:${line}`)])
  })

  it.each([
    { name: 'itself', made: 'const full = path.resolve(full)' },
    { name: 'a path that is made of it', made: 'const full = path.resolve(other)\nconst other = path.resolve(full)' },
  ])('read a comparison of a path that is made of $name', async ({ made }) => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: open }]\n')
    const content = `${made}\nif (full !== ROOT) throw new Error()\nopen(source())\n`
    const { findings, partial } = await scanner.scan([{ path: 'a.js', content }])
    expect([findings.length, partial]).toEqual([1, []])
  })

  it('show the path from source to sink across files', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const { findings } = await scanner.scan([
      { path: 'main.js', content: "import { run } from './run.js'\nconst cmd = 'ls ' + source()\nrun({ cmd })\n" },
      { path: 'run.js', content: 'export function run(job) {\n  sink(job.cmd)\n}\n' },
    ])
    expect(findings.map(({ file, line, description }) => [file, line, description])).toEqual([['run.js', 2, 'source() reaches sink(job.cmd).']])
    expect(findings[0]?.trace?.map(({ kind, file, line, what }) => [kind, file, line, what])).toEqual([
      ['source', 'main.js', 2, 'untrusted input `source()`'],
      ['step', 'main.js', 2, 'concatenated into a string'],
      ['step', 'main.js', 3, 'stored in property `cmd`'],
      ['step', 'run.js', 1, 'passed to parameter `job` of `run`'],
      ['sink', 'run.js', 2, 'passed to `sink`'],
    ])
  })

  it('give the same result in any order of files', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const files = ['a', 'b', 'c', 'd'].map((name, index) => ({
      path: `${name}.js`,
      content: `import { f as next } from './${'abcd'[(index + 1) % 4]}.js'\nexport function f(x) { sink(x); next(x + source()) }\n`,
    }))
    const bytes = async (order: typeof files): Promise<string> => JSON.stringify(await scanner.scan(order))
    const first = await bytes(files)
    expect(await bytes(files.toReversed())).toBe(first)
    expect(await bytes([files[2], files[0], files[3], files[1]].flatMap((file) => file ?? []))).toBe(first)
  })

  it('respect suppressions and the paths of the rule', async () => {
    const scanner = await open(
      '  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n',
      '',
      'description: A flow.\npaths: { exclude: ["**/test/**"] }\n',
    )
    const { findings, suppressed } = await scanner.scan([
      { path: 'a.js', content: 'sink(source()) // assay-ignore a-flow -- known\n' },
      { path: 'src/test/a.js', content: 'sink(source())\n' },
    ])
    expect(findings).toEqual([])
    expect(suppressed.map(({ file, line }) => [file, line])).toEqual([['a.js', 1]])
  })

  it.each([
    { name: 'few steps, of data that is tainted', steps: 2, start: 'source()', found: ['f5.js:2 low low'] },
    { name: 'many steps, of data that is tainted', steps: 3, start: 'source()', found: ['f5.js:2 low low'] },
    { name: 'few steps, of data that may be tainted', steps: 2, start: 'guess(source())', found: ['f5.js:2 low low'] },
    { name: 'many steps, of data that may be tainted', steps: 3, start: 'guess(source())', found: [] },
  ])('report a path through many files with $name, without a gap', async ({ steps, start, found }) => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const file = (next: number): string =>
      `import { go as go${next} } from './f${next}.js'\nexport function go(x) {\n${'  x = render(x)\n'.repeat(steps)}  go${next}(x)\n}\n`
    const { findings, partial } = await scanner.scan([
      { path: 'f0.js', content: `import { go } from './f1.js'\ngo(${start})\n` },
      ...[1, 2, 3, 4].map((at) => ({ path: `f${at}.js`, content: file(at + 1) })),
      { path: 'f5.js', content: 'export function go(x) {\n  sink(x)\n}\n' },
    ])
    expect(findings.map(({ file: at, line, severity, confidence }) => `${at}:${line} ${severity} ${confidence}`)).toEqual(found)
    expect(partial).toEqual([])
  })

  it('are lenient with broken and deep code', async () => {
    const scanner = await open('  sources: [{ call: source }]\n  sinks: [{ call: sink }]\n')
    const deep = `sink(${'['.repeat(2000)}source()${']'.repeat(2000)})\n`
    const chain = `let x = source()\n${'x = x + 1\nif (x) { x = render(x) } else { g(x) }\n'.repeat(2000)}sink(x)\n`
    const sum = `sink(source() + ${'a + '.repeat(3000)}a)\n`
    for (const content of ['sink(source()\nfunction (', 'class { x = ; sink(source()) }', 'if (', deep, chain, sum, `${'f('.repeat(900)}source()`]) {
      // Text that is far from Python takes its parser seconds.
      for (const path of content.length > 20_000 ? ['a.js'] : ['a.js', 'a.ts', 'a.py', 'a.tsx']) {
        const { partial } = await scanner.scan([{ path, content }])
        expect(partial.filter(({ reason }) => reason === 'rule-failed')).toEqual([])
      }
    }
    expect(await linesOf(scanner, { 'a.js': chain })).toEqual(['a.js:4002'])
    expect(await linesOf(scanner, { 'a.js': sum })).toEqual(['a.js:1'])
  })
})
