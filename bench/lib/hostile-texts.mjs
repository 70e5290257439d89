// Texts for which a backtracking regex of an analyser is slow: unclosed openings, endless repetitions.

const express = "const express = require('express')\nconst app = express()\n"
const one = (path, content) => [{ path, content }]

/** @type {readonly import('./hostile-inputs.mjs').HostileInput[]} */
export const UNENDING_TEXTS = [
  {
    name: 'text: `validat` without a call',
    full: 130_000,
    make: (size) => one('app.js', `${express}app.get('/', (req) => eval(req.query.x))\n// ${'validat'.repeat(size)}\n`),
  },
  {
    name: 'text: open brackets in a pattern',
    full: 400_000,
    make: (size) => one('app.js', `${express}app.get('/', (req) => { if (/^${'\\['.repeat(size)}$/.test(req.query.x)) eval(req.query.x) })\n`),
  },
  {
    name: 'text: a long name in a check',
    full: 130_000,
    make: (size) => one('app.js', `${express}app.post('/', ${'validat'.repeat(size)}, body('x').isInt(), (req) => eval(req.body.x))\n`),
  },
  { name: 'text: comments that do not end', full: 14_000, make: (size) => one('app.js', `exports.a = require('./b')\n${'/*'.repeat(size)}`) },
  { name: 'text: exports that assign nothing', full: 3_600, make: (size) => one('app.js', `exports.a = require('./b')\n${'exports '.repeat(size)}`) },
  {
    name: 'text: tags of templates that do not end',
    full: 400_000,
    make: (size) => one('page.html', `<script>${'{%'.repeat(size)}eval(location.hash)</script>`),
  },
  {
    name: 'text: values of templates that do not end',
    full: 400_000,
    make: (size) => one('page.html', `<script>${'{{'.repeat(size)}eval(location.hash)</script>`),
  },
  { name: 'text: variables of Docker that do not end', full: 400_000, make: (size) => one('Dockerfile', `FROM ${'${'.repeat(size)}\n`) },
  {
    name: 'text: conversions of Python that convert nothing',
    full: 400_000,
    make: (size) => one('app.py', `from flask import request\nimport os\ndef index():\n    os.system('${'%0'.repeat(size)}' % request.args['a'])\n`),
  },
  {
    name: 'text: a key of Python that never ends',
    full: 400_000,
    make: (size) =>
      one(
        'app.py',
        `from flask import request\nimport os\ndef index():\n    x = request.args['a']\n    if x in '${'a.'.repeat(size)}!': os.system(x)\n`,
      ),
  },
  {
    name: 'text: white space before the end of lines',
    full: 1_000_000,
    make: (size) => one('app.py', `class A:\n    def __init__(self, a):\n        self.a = ${' '.repeat(size)}\n`),
  },
  { name: 'text: a path of thousands of folders', full: 3_000, make: (size) => one(`${'test/'.repeat(size)}app.js`, 'eval(location.hash)\n') },
  {
    name: 'text: a path of names like those of tests',
    full: 100_000,
    make: (size) => one(`${'.test.a'.repeat(size)}/app.js`, 'eval(location.hash)\n'),
  },
]
