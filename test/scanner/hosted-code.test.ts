import { afterAll, describe, expect, test } from 'vitest'
import { createTestScanner } from './scan-rules.ts'

const scanner = await createTestScanner()
afterAll(() => scanner.close())

/** Findings as `rule line:column`. */
async function scan(path: string, content: string): Promise<{ readonly found: readonly string[]; readonly role: string }> {
  const result = await scanner.scan([{ path, content }])
  const { code } = result.filesRead
  return {
    found: result.findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`),
    role: code > 0 ? 'code' : result.unread.length > 0 ? 'unread' : 'text',
  }
}

const notebook = (cells: readonly object[], language = 'python'): string =>
  JSON.stringify({ cells, metadata: { language_info: { name: language } }, nbformat: 4 }, null, 1)
const cell = (...source: readonly string[]): object => ({ cell_type: 'code', outputs: [], source })

describe('code inside another format is read at its position', () => {
  test.each([
    { name: 'a script', path: 'a.html', content: '<p>\n<script>\n  eval(a)\n</script>', found: ['eval-call 3:3'] },
    {
      name: 'scripts of two languages',
      path: 'a.vue',
      content: '<script lang="ts">let a: any = eval(b)</script>\n<script setup>eval(c)</script>',
      found: ['eval-call 1:32', 'eval-call 2:15'],
    },
    { name: 'a script in lines of Windows', path: 'a.html', content: '<p>\r\n<script>\r\neval(a)\r\n</script>', found: ['eval-call 3:1'] },
    { name: 'an unclosed script', path: 'a.html', content: '<script>\neval(a)', found: ['eval-call 2:1'] },
    {
      name: 'a script with text that looks like tags',
      path: 'a.html',
      content: '<script>x = "<b>"; if (a<b) eval("</b>")</script>',
      found: ['eval-call 1:29'],
    },
    { name: 'an event', path: 'a.html', content: `<b onclick='eval(a)' title="eval(b)">`, found: ['eval-call 1:13'] },
    { name: 'an event with entities', path: 'a.html', content: '<b onclick="f(&quot;x&quot;); eval(a)">', found: ['eval-call 1:31'] },
    {
      name: 'an event of Vue',
      path: 'a.vue',
      content: '<template><b @click.prevent="eval(a)" v-on:x="eval(b)"/></template>',
      found: ['eval-call 1:30', 'eval-call 1:47'],
    },
    {
      name: 'bindings of Vue',
      path: 'a.vue',
      content: '<b :href="eval(a)" v-bind:data-x="eval(b)" v-html="eval(c)"/>',
      found: ['eval-call 1:11', 'eval-call 1:35', 'eval-call 1:52'],
    },
    {
      name: 'braces of Svelte',
      path: 'a.svelte',
      content: '<b href={eval(a)} on:click={() => { eval(b) }}/>\n{@html eval(c)}',
      found: ['eval-call 1:10', 'eval-call 1:37', 'eval-call 2:8'],
    },
    {
      name: 'the head of Astro',
      path: 'a.astro',
      content: '---\neval(a)\n---\n<p set:html={eval(b)} />',
      found: ['eval-call 2:1', 'eval-call 4:14'],
    },
    {
      name: 'a script that a server fills in',
      path: 'a.html',
      content: '<script>\nvar a = {{ a|tojson }};\n{% if b %}\neval(a)\n{% endif %}</script>',
      found: ['eval-call 4:1'],
    },
    { name: 'a cell', path: 'a.ipynb', content: notebook([cell('import os\n', 'eval("a")')]), found: ['eval-call 8:6'] },
    {
      name: 'cells in one line',
      path: 'a.ipynb',
      content: '{"cells": [{"cell_type": "code", "source": "x = \\"1\\"\\nif x:\\n    eval(x)"}]}',
      found: ['eval-call 1:67'],
    },
    {
      name: 'a cell with commands',
      path: 'a.ipynb',
      content: notebook([cell('%time eval(x)\n', '!ls\n', 'eval(y)'), cell('%%bash\n', 'eval(z)')]),
      found: ['eval-call 9:6'],
    },
  ])('$name in $path', async ({ path, content, found }) => expect(await scan(path, content)).toEqual({ found, role: 'code' }))
})

describe('code for IPython is no syntax error of a notebook', () => {
  test.each([
    { name: 'the output of a shell command', lines: ['files = !ls\n'] },
    { name: 'the output of a shell command with several targets', lines: ['a, b["=!"] = !ls -l {x}\n'] },
    { name: 'the result of a magic command', lines: ['took = %time f()\n'] },
    { name: 'the result of a magic command in a block', lines: ['if x:\n', '    y = %env HOME\n'] },
    { name: 'a command over lines', lines: ['!curl \\\n', '  -s x\n'] },
    { name: 'help', lines: ['?f\n', 'f??\n', '*.open?\n', 'a.b?\n'] },
    { name: 'magics of the cell that read Python', lines: ['%%capture out\n'] },
    { name: 'an operator at the start of a line', lines: ['x = ("%s"\n', '  % y)\n'] },
    { name: 'a text of commands', lines: ['x = """\n', '!ls\n', '%time (\n', '"""\n'] },
    { name: 'a text like a command', lines: ['x = "a = %s" % y\n'] },
    { name: 'comparisons', lines: ['x = y != z; x = y %z\n'] },
    { name: 'quick calls', lines: [',f a b\n', ';f a b\n', '/f 1, 2\n'] },
  ])('$name', async ({ lines }) => {
    const result = await scanner.scan([{ path: 'a.ipynb', content: notebook([cell('eval(a)\n', ...lines, 'eval(b)')]) }])
    expect(result.partial).toEqual([])
    expect(result.findings.map(({ line }) => line)).toEqual([7, 8 + lines.length])
  })

  test('an error in a cell is one', async () => {
    const result = await scanner.scan([{ path: 'a.ipynb', content: notebook([cell('eval(a)\n', 'x = = !ls\n', 'x ! y')]) }])
    expect(result.partial.map(({ reason }) => reason)).toEqual(['syntax-error'])
  })
})

describe('text that is no code of the language is not read', () => {
  test.each([
    { name: 'a template', path: 'a.html', content: '<script type="text/x-template">eval(a)</script>', role: 'text' },
    { name: 'data', path: 'a.html', content: '<script type="application/json">{"a": "eval(a)"}</script>', role: 'text' },
    { name: 'text', path: 'a.html', content: '<p>eval(a)</p><!-- <script>eval(b)</script> --><style>eval(c)</style>', role: 'text' },
    { name: 'an attribute', path: 'a.vue', content: '<p title="eval(a)" v-for="x in eval(b)">', role: 'text' },
    { name: 'a script of another language', path: 'a.vue', content: '<script lang="coffee">eval(a)</script>', role: 'text' },
    { name: 'a notebook of R', path: 'a.ipynb', content: notebook([cell('eval(a)')], 'R'), role: 'unread' },
    { name: 'prose of a notebook', path: 'a.ipynb', content: notebook([{ cell_type: 'markdown', source: 'eval(a)' }]), role: 'text' },
    { name: 'a notebook that is broken', path: 'a.ipynb', content: '{"cells": [', role: 'text' },
  ])('$name in $path', async ({ path, content, role }) => expect(await scan(path, content)).toEqual({ found: [], role }))
})

test('rules over text see the text around the code', async () => {
  const { found } = await scan('a.ipynb', notebook([{ cell_type: 'code', source: ['x = 1'], outputs: [{ text: ['tok_abcdefghijkl\n'] }] }]))
  expect(found).toEqual(['token-text 11:12'])
  expect((await scan('a.html', '<p>tok_abcdefghijkl</p>')).found).toEqual(['token-text 1:8'])
})

test('comments of the code and of the page suppress findings', async () => {
  const page = '<!-- assay-ignore eval-call -- made here -->\n<b onclick="eval(a)">\n<script>\n// assay-ignore eval-call\neval(b)\n</script>'
  const result = await scanner.scan([{ path: 'a.html', content: page }])
  expect(result.findings).toEqual([])
  expect(result.suppressed.map(({ line }) => line)).toEqual([2, 5])
})
