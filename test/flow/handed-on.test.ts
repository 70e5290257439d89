import { describe, expect, it } from 'vitest'
import { readReExports } from '../../src/flow/import-graph/read-re-exports.ts'

const CASES: readonly { readonly name: string; readonly text: string; readonly handedOn: readonly string[] }[] = [
  { name: 'a module that is assigned to exports', text: "module.exports = require('./lib/tool')", handedOn: ['./lib/tool'] },
  {
    name: 'a table of modules',
    text: "'use strict'\nmodule.exports = { set: require('./set'), get: require('./get').get }",
    handedOn: ['./set', './get'],
  },
  {
    name: 'a property of exports',
    text: "exports.merge = require('./merge');\nexports.a = exports.b = require('./b')",
    handedOn: ['./merge', './b'],
  },
  {
    name: 'a name that is only exported',
    text: "var du = require('./du')\nvar { a, b } = require('./ab')\nmodule.exports = { du, a, c: b }",
    handedOn: ['./du', './ab'],
  },
  { name: 'a name that is exported at once', text: "const tool = module.exports = require('./tool')", handedOn: ['./tool'] },
  {
    name: 'modules of ES',
    text: "export * from './a'\nexport { b as default } from './b'\nimport c, { d } from './c'\nexport { c, d }",
    handedOn: ['./a', './b', './c'],
  },
  { name: 'a default', text: "import run from './run'\nexport default run\n", handedOn: ['./run'] },
  { name: 'compiled `export *`', text: '__exportStar(require("./core"), exports);', handedOn: ['./core'] },
  { name: 'a name that is called', text: "const du = require('./du')\nmodule.exports = { du, all: (x) => du(x) }", handedOn: [] },
  { name: 'a module that is called', text: "module.exports = require('./make')('a')", handedOn: [] },
  { name: 'a module that is taken again', text: "exports.a = require('./a')\nrequire('./a').start()", handedOn: [] },
  { name: 'a module that is used alone', text: "import { run } from './run'\nrun()", handedOn: [] },
]

describe('modules that a file re-exports', () => {
  it.each(CASES)('$name', ({ text, handedOn }) => {
    expect(readReExports(text)).toEqual(handedOn)
  })
})
