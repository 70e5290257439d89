import { JS, PY, type Row, testRows, TS } from '../matchers/test-rows.ts'

/** The argument of `sink` has the name `req.body`. Each row is scanned with and without the prefilter, which searches for the forms of the name. */
const body = (title: string, code: string): Row => ({
  name: title,
  match: { call: 'sink', arguments: { '0': { symbol: 'req.body' } } },
  code,
})

testRows('a member of a name, in JavaScript', JS, [
  body('plain', '⟦sink(req.body)⟧'),
  body('optional', '⟦sink(req?.body)⟧'),
  body('in brackets', "⟦sink(req['body'])⟧"),
  body('optional, in brackets', '⟦sink(req?.["body"])⟧'),
  body('on the next line', '⟦sink(req\n  .body)⟧'),
  body('behind a comment', '⟦sink(req /* the request */ .body)⟧'),
  body('behind a comment and a line', '⟦sink(req // the request\n  .body)⟧'),
  body('in parentheses', '⟦sink((req).body)⟧'),
  body('awaited', 'async function f() { ⟦sink((await req).body)⟧ }'),
  body('taken apart', 'const { body } = req; ⟦sink(body)⟧'),
  body('taken apart in parentheses', 'const { body } = (req); ⟦sink(body)⟧'),
  body('taken apart over lines', 'const {\n  body: payload,\n} =\n  req\n⟦sink(payload)⟧'),
  body('taken apart behind a comment', 'const { body } = // of the request\n  req\n⟦sink(body)⟧'),
  body('by another name', 'const r = req; ⟦sink(r.body)⟧'),
  body('of the last of a conjunction', 'const r = ok && req; ⟦sink(r.body)⟧'),
  body('of an alternative', 'const r = req || null; ⟦sink(r.body)⟧'),
  body('of a choice', 'const r = ok ? req : null; ⟦sink(r.body)⟧'),
  body('of a property', 'const o = { r: req }; ⟦sink(o.r.body)⟧'),
  body('of a property of the same name', 'const o = { req }; ⟦sink(o.req.body)⟧'),
  body('of a field', 'class A { constructor(req) { this.r = req } run() { ⟦sink(this.r.body)⟧ } }'),
  body('with a constant key', "const KEY = 'body'; ⟦sink(req[KEY])⟧"),
  body('of an item', 'const [r] = [req]; ⟦sink(r.body)⟧'),
  body('of a module', "import r from 'req'; ⟦sink(r.body)⟧"),
  body('out of a module', "import { body as b } from 'req'; ⟦sink(b)⟧"),
  body('of a required module', "const r = require('req'); ⟦sink(r.body)⟧"),
  body('of a module from a registry', "import r from 'npm:req@4.1.0'; ⟦sink(r.body)⟧"),
  body('of a part of a module of the project', "const { req: r } = require('./here'); ⟦sink(r.body)⟧"),
  body('of one of several parts', "const { app, req: r } = require('./here'); ⟦sink(r.body)⟧"),
  body('in several parentheses', 'const r = ((req)); ⟦sink(r.body)⟧'),
  body('beside the name alone', 'f(req, res); ⟦sink(req.body)⟧; g(req)'),
])

testRows('a member of a name, in TypeScript', TS, [
  body('with a cast', '⟦sink((req as any).body)⟧'),
  body('not null', '⟦sink(req!.body)⟧'),
  body('as it satisfies a type', '⟦sink((req satisfies object).body)⟧'),
])

// In TSX a type assertion in front would be an element.
testRows(
  'a member of a name behind a type',
  ['ts'],
  [body('with a type in front', '⟦sink((<any>req).body)⟧'), body('by another name, with a type in front', 'const r = <any>req; ⟦sink(r.body)⟧')],
)

testRows('a member of a name, in Python', PY, [
  body('plain', '⟦sink(req.body)⟧\n'),
  body('in parentheses, over lines', '⟦sink((req\n  .body))⟧\n'),
  body('on a line that goes on', 'x = req \\\n  .body\n⟦sink(x)⟧\n'),
  body('by another name', 'x = req\n⟦sink(x.body)⟧\n'),
  body('of a choice', 'x = req if ok else None\n⟦sink(x.body)⟧\n'),
  body('of the other choice', 'x = None if ok else req\n⟦sink(x.body)⟧\n'),
  body('of an alternative', 'x = None or req\n⟦sink(x.body)⟧\n'),
  body('of a module', 'import req\n⟦sink(req.body)⟧\n'),
  body('of a module by another name', 'import req as r\n⟦sink(r.body)⟧\n'),
  body('of one of several modules', 'import os, req as r\n⟦sink(r.body)⟧\n'),
  body('out of a module', 'from req import body as b\n⟦sink(b)⟧\n'),
  body('of the last of several values', 'y, x = 1, req\n⟦sink(x.body)⟧\n'),
  body('of a field', 'class A:\n  def __init__(self, req):\n    self.r = req\n  def run(self):\n    ⟦sink(self.r.body)⟧\n'),
])
