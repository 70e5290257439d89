import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/languages/hcl/read-document.ts'
import { type ExpectedValue, placeOf, selectAll, testValues, toPlain } from './read-text.ts'

const VALUES: readonly { readonly name: string; readonly text: string; readonly values: readonly ExpectedValue[] }[] = [
  {
    name: 'literals of every type',
    text: 'a = "x\\n\\"\\u0041\\\\"\nb = -1.5e2\nc = true\nd = null\ne = [1, "]", [2,],\n]\nf = { g = 1, "h i" : 2\n  j = 3 }\n',
    values: [
      ['a', '1:5', '"x\\n\\"\\u0041\\\\"', 'x\n"A\\'],
      ['b', '2:5', '-1.5e2', -150],
      ['c', '3:5', 'true', true],
      ['d', '4:5', 'null', null],
      ['e', '5:5', '[1, "]", [2,],\n]', [1, ']', [2]]],
      ['f."h i"', '7:22', '2', 2],
      ['f.j', '8:7', '3', 3],
    ],
  },
  {
    name: 'blocks nest by type and labels, and are placed at their first word',
    text: 'resource "aws_s3_bucket" "a" {\n  acl = "private"\n}\nresource aws_s3_bucket b {}\nterraform { backend "s3" { x = 1 } }\n',
    values: [
      ['resource.aws_s3_bucket.a.acl', '2:9', '"private"', 'private'],
      ['resource.aws_s3_bucket.a', '1:1', 'resource "aws_s3_bucket" "a" {\n  acl = "private"\n}', { acl: 'private' }],
      ['resource.aws_s3_bucket.b', '4:1', 'resource aws_s3_bucket b {}', {}],
      ['terraform.backend.s3.x', '5:32', '1', 1],
    ],
  },
  {
    name: 'several blocks of a name are a list, and `[*]` reads one and several alike',
    text: 'a {\n  x = 1\n}\na {\n  x = 2\n}\nb {\n  x = 3\n}\n',
    values: [
      ['a[1]', '4:1', 'a {\n  x = 2\n}', { x: 2 }],
      ['a[*].x', '2:7', '1', 1],
      ['a[*].x', '5:7', '2', 2],
      ['b[*].x', '8:7', '3', 3],
    ],
  },
  {
    name: 'comments of three kinds',
    text: '# a = 1\n// b = 2\n/* c = 3\n*/ d = 4 # e\nf = [ // g\n  5, /* h */ 6 # i\n]\n',
    values: [
      ['d', '4:8', '4', 4],
      ['f', '5:5', '[ // g\n  5, /* h */ 6 # i\n]', [5, 6]],
    ],
  },
  {
    name: 'a reference to a variable or a local value of the file has its value, at the place of the reference',
    text: 'variable "a" { default = "x" }\nvariable "s" {\n  default = "x"\n  sensitive = true\n}\nlocals {\n  b = [1, var.a]\n  c = local.c\n}\nd = var.a\ne = "${local.b}"\nf = var.s\ng = local.c\nh = "-${var.a}"\n',
    values: [
      ['d', '10:5', 'var.a', 'x'],
      ['e', '11:5', '"${local.b}"', [1, 'x']],
      ['f', '12:5', 'var.s', { computed: 'var.s' }],
      ['g', '13:5', 'local.c', { computed: 'local.c' }],
      ['h', '14:5', '"-${var.a}"', { computed: '-${var.a}' }],
    ],
  },
  {
    name: 'an expression that is not a literal is computed, and has its source',
    text: 'a = var.x\nb = "x-${var.y["k"]}-z"\nc = x ? {\n  y = 1\n} : {}\nd = [for k, v in m : {\n  a = v }]\ne = f(1,\n  2)\nf = 1 + 2\ng = !true\nh = a.b[0].c # note\ni = [var.z, 1]\nj = %{ if x }\n'.replace(
      'j = %{ if x }\n',
      '',
    ),
    values: [
      ['a', '1:5', 'var.x', { computed: 'var.x' }],
      ['b', '2:5', '"x-${var.y["k"]}-z"', { computed: 'x-${var.y["k"]}-z' }],
      ['c', '3:5', 'x ? {\n  y = 1\n} : {}', { computed: 'x ? {\n  y = 1\n} : {}' }],
      ['d', '6:5', '[for k, v in m : {\n  a = v }]', { computed: '[for k, v in m : {\n  a = v }]' }],
      ['e', '8:5', 'f(1,\n  2)', { computed: 'f(1,\n  2)' }],
      ['f', '10:5', '1 + 2', { computed: '1 + 2' }],
      ['g', '11:5', '!true', { computed: '!true' }],
      ['h', '12:5', 'a.b[0].c', { computed: 'a.b[0].c' }],
      ['i', '13:5', '[var.z, 1]', [{ computed: 'var.z' }, 1]],
    ],
  },
  {
    name: 'calls that only wrap a value are that value',
    text: 'a = jsonencode({\n  Statement = [{ Action = "*" }]\n})\nb = toset(["x"])\nc = sensitive("y")\nd = jsonencode(var.z)\ne = concat(["x"], var.y)\nf = ("(z)")\n',
    values: [
      ['a.Statement[0].Action', '2:27', '"*"', '*'],
      ['b', '4:11', '["x"]', ['x']],
      ['c', '5:15', '"y"', 'y'],
      ['d', '6:5', 'jsonencode(var.z)', { computed: 'jsonencode(var.z)' }],
      ['e', '7:5', 'concat(["x"], var.y)', ['x', { computed: 'var.y' }]],
      ['f', '8:6', '"(z)"', '(z)'],
    ],
  },
  {
    name: 'merge is a map, and later arguments win',
    text: 'a = merge({ x = 1, y = 2 }, { y = 3 })\n',
    values: [
      ['a', '1:5', 'merge({ x = 1, y = 2 }, { y = 3 })', { y: 3, x: 1 }],
      ['a.y', '1:35', '3', 3],
    ],
  },
  {
    name: 'here-documents are at their content',
    text: 'a = <<EOF\n  x\n"EOF"\nEOF\nb = <<-E_1\n    one\n      two\n  E_1\nc = [<<A\n$${y}\nA\n, 1]\nd = <<Z\nZ\n',
    values: [
      ['a', '2:3', 'x\n"EOF"', '  x\n"EOF"\n'],
      ['b', '6:5', 'one\n      two', 'one\n  two\n'],
      ['c[0]', '10:1', '$${y}', '${y}\n'],
      ['c[1]', '12:3', '1', 1],
      ['d', '13:8', '', ''],
    ],
  },
  {
    name: 'dynamic blocks give their content',
    text: 'r "a" "b" {\n  dynamic "rule" {\n    for_each = var.x\n    content {\n      port = 22\n    }\n  }\n  rule {\n    port = 23\n  }\n}\n',
    values: [
      ['r.a.b.rule[*].port', '5:14', '22', 22],
      ['r.a.b.rule[*].port', '9:12', '23', 23],
      ['r.a.b.dynamic.rule.for_each', '3:16', 'var.x', { computed: 'var.x' }],
    ],
  },
  {
    name: 'CRLF',
    text: 'a {\r\n  b = "c"\r\n  d = <<E\r\nx\r\ny\r\nE\r\n}\r\n',
    values: [
      ['a.b', '2:7', '"c"', 'c'],
      ['a.d', '4:1', 'x\r\ny', 'x\ny\n'],
    ],
  },
  { name: 'escaped templates are text', text: 'a = "$${x} %%{y} $x 5%"\n', values: [['a', '1:5', '"$${x} %%{y} $x 5%"', '${x} %{y} $x 5%']] },
]

describe('reading HCL', () => {
  testValues(readDocument, VALUES)

  it.each([
    { name: 'an argument of merge that is not written out', text: 'a = merge(var.tags, { x = 1 })', open: true },
    { name: 'a key that is an expression', text: 'a = { (var.k) = 1 }', open: true },
    { name: 'a key that is a template', text: 'a = { "${var.k}" = 1 }', open: true },
    { name: 'nothing', text: 'a = merge({ y = 1 }, { x = 1 })', open: undefined },
  ])('leaves a map open for $name', ({ text, open }) => {
    const [{ value }] = selectAll(readDocument(text), 'a')
    expect(value.kind === 'map' ? value.open : 'no map').toBe(open)
  })
})

describe('broken HCL', () => {
  it.each([
    { name: 'a line that is neither attribute nor block', text: 'a = 1\nhello world\nb = 2\n', faults: ['2:1'], plain: { a: 1, b: 2 } },
    { name: 'a missing value', text: 'a =\nb = 2\n', faults: ['1:4'], plain: { a: { computed: null }, b: 2 } },
    { name: 'a string that is not closed', text: 'a = "x\nb = 2\n', faults: ['1:5'], plain: { a: 'x', b: 2 } },
    {
      name: 'a template that is not closed',
      text: 'a = "${x\nb = "${y"\nc = 3\n',
      faults: ['1:5', '2:5'],
      plain: { a: { computed: '${x' }, b: { computed: '${y"' }, c: 3 },
    },
    {
      name: 'a block that is not closed',
      text: 'resource "a" "b" {\n  x = 1\nresource "a" "c" {\n  x = 2\n}\n',
      faults: ['1:1'],
      plain: { resource: { a: { b: { x: 1 }, c: { x: 2 } } } },
    },
    {
      name: 'a list that is not closed',
      text: 'resource "a" "b" {\n  x = [1,\n}\nvariable "c" {\n}\n',
      faults: undefined,
      plain: { resource: { a: { b: { x: [1] } } }, variable: { c: {} } },
    },
    { name: 'a stray bracket', text: '}\na = 1\n', faults: ['1:1'], plain: { a: 1 } },
    { name: 'a missing comma', text: 'a = [1 2]\nb = 2\n', faults: undefined, plain: undefined },
    { name: 'an end too early', text: 'a {\n  b {\n    c = {\n', faults: ['1:1', '2:3', '3:9'], plain: { a: { b: { c: {} } } } },
  ])('is read around $name', ({ text, faults, plain }) => {
    const read = readDocument(text)
    if (faults !== undefined) expect(read.faults.map(({ offset }) => placeOf(text, offset))).toEqual(faults)
    if (plain !== undefined) expect(read.documents.map(toPlain)).toEqual([plain])
  })

  it('never quotes the source in a fault', () => {
    const { faults } = readDocument('hunter2 hunter2\na = "hunter2\nb = [hunter2 hunter2')
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(faults)).not.toContain('hunter2')
  })

  // A quadratic algorithm would run into the timeout.
  it.each([
    { name: 'lists', text: `a = ${'['.repeat(100_000)}` },
    { name: 'maps', text: `a = ${'{b='.repeat(100_000)}` },
    { name: 'parentheses', text: `a = ${'('.repeat(100_000)}` },
    { name: 'calls', text: `a = ${'merge('.repeat(50_000)}` },
    { name: 'blocks', text: 'a {'.repeat(50_000) },
    { name: 'labels', text: `${'a '.repeat(100_000)}{` },
    { name: 'operations', text: `a = ${'['.repeat(50_000)}${'1]+'.repeat(50_000)}` },
    { name: 'templates', text: 'a = "${\n'.repeat(30_000) },
    { name: 'templates in one line', text: `a = ${'"${'.repeat(100_000)}` },
    { name: 'here-documents', text: Array.from({ length: 30_000 }, (_, line) => `a = <<E${line}\n`).join('') },
  ])('reads many $name in linear time', ({ text }) => {
    expect(readDocument(text).faults.length).toBeGreaterThan(0)
  })
})
