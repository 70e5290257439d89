import { JS, PY, testRows } from './test-rows.ts'

testRows('keyword of a call, in Python', PY, [
  {
    name: 'an object beside it hides no missing keyword',
    match: { call: 'cors', keyword: { origins: { absent: true } } },
    code: 'app = Flask()\n⟦cors(app)⟧\ncors(app, origins=x)\n',
  },
  {
    name: 'an entry of a dictionary is no keyword argument',
    match: { call: 'get', keyword: { verify: false } },
    code: 'get(url, {"verify": False})\nget(url, params={"verify": False})\n⟦get(url, verify=False)⟧\n',
  },
  {
    name: 'a dotted name selects an entry of the dictionary',
    match: { call: 'decode', keyword: { 'options.verify': false } },
    code: '⟦decode(t, options={"verify": False})⟧\ndecode(t, options={"verify": True})\n',
  },
  {
    name: 'unpacked literals pass keywords',
    match: { call: 'get', keyword: { verify: false } },
    code: 'o = {"verify": False}\n⟦get(url, **o)⟧\nget(url, **p)\n',
  },
  {
    name: 'unpacked names may pass anything',
    match: { call: 'get', keyword: { verify: { absent: true } } },
    code: 'get(url, **o)\n⟦get(url, *o)⟧\n',
  },
])

testRows('keyword of a call, in JavaScript', JS, [
  {
    name: 'properties of an object count',
    match: { call: 'get', keyword: { verify: false } },
    code: '⟦get(url, { verify: false })⟧; get(url, { params: { verify: false } })',
  },
  {
    name: 'an argument may be named as a property',
    match: { call: 'get', argument: ['url', 'uri'] },
    code: 'const o = { uri: x }; ⟦get({ url: x })⟧; get({ path: x }); get(url); ⟦get(o)⟧',
  },
])
