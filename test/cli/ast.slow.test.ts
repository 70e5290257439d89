import { describe, expect, test } from 'vitest'
import { runAssay, writeFolder } from './run-assay.ts'

const FILES = {
  'app.js': "const {exec} = require('child_process')\nconst dir = 'a' + 'b'\nexec('ls ' + dir)\n",
  'app.py': 'import os\n\ndef run(name: str):\n    os.system("ls " + name)\n',
  'page.vue': '<template><p/></template>\n<script>\nconst n = 1\n</script>\n',
  'broken.js': 'eval(x\n',
}

describe('assay ast', () => {
  test.each([
    { args: ['app.js', '--lines', '3'], line: '      function: identifier  3:1-3:5  "exec"  name=child_process.exec' },
    { args: ['app.js'], line: '      value: binary_expression  2:13-2:22  type=string  constant="ab"' },
    { args: ['app.js', '--tokens'], line: '        operator: "+"  2:17-2:18' },
    { args: ['app.js', '--pattern', 'exec($CMD)'], line: '    call_expression  3:1-3:18  name=child_process.exec()  ← match' },
    { args: ['app.js', '--query', '(variable_declarator name: (identifier))'], line: '    variable_declarator  2:7-2:22  ← match' },
    {
      args: ['app.js', '--query', '(variable_declarator name: (identifier) @match)'],
      line: '      name: identifier  2:7-2:10  "dir"  type=string  ← match',
    },
    { args: ['app.py', '--query', '(call)'], line: '        call  4:5-4:28  name=os.system()  ← match' },
    { args: ['page.vue'], line: '      name: identifier  3:7-3:8  "n"  type=number' },
  ])('prints $args as: $line', async ({ args, line }) => {
    const { code, stdout } = await runAssay(['ast', ...args], { cwd: writeFolder(FILES) })
    expect(stdout.split('\n')).toContain(line)
    expect(code).toBe(0)
  })

  test('prints the same nodes as JSON', async () => {
    const { stdout } = await runAssay(['ast', 'app.py', '--format', 'json'], { cwd: writeFolder(FILES) })
    const { language, problems, nodes } = JSON.parse(stdout)
    expect({ language, problems }).toEqual({ language: 'python', problems: [] })
    expect(nodes).toContainEqual({
      type: 'identifier',
      named: true,
      field: 'object',
      depth: 6,
      start: { line: 4, column: 5 },
      end: { line: 4, column: 7 },
      text: 'os',
      name: 'os',
    })
  })

  test('reads standard input, and names syntax errors', async () => {
    const { code, stdout, stderr } = await runAssay(['ast', '-', '--lang', 'js'], { cwd: writeFolder(FILES), input: FILES['broken.js'] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'assay: -: 1:1: A part does not parse; the rest was analysed.\n' })
    expect(stdout).toContain('ERROR  1:1-1:7')
  })

  test.each([
    { args: ['app.js', '--pattern', 'spawn($X)'], code: 1, stderr: '' },
    { args: ['missing.js'], code: 2, stderr: '`missing.js` cannot be read (ENOENT).' },
    { args: ['app.js', '--lines', '5-2'], code: 2, stderr: '--lines: `5-2` is no range of lines. Expected `12` or `10-20`.' },
    { args: ['app.js', '--query', '(call_expresion)'], code: 2, stderr: 'did you mean `call_expression`?' },
    { args: ['app.js', '--query', '(call_expression)', '--pattern', 'x'], code: 2, stderr: 'cannot be used with' },
    { args: ['app.js', '--lang', 'jss'], code: 2, stderr: '--lang: `jss` is not a known language. Languages with a syntax tree: ' },
    { args: ['-'], code: 2, stderr: 'standard input needs --lang. Example: assay ast - --lang js' },
  ])('ends with $code for $args', async ({ args, code, stderr }) => {
    const outcome = await runAssay(['ast', ...args], { cwd: writeFolder(FILES) })
    expect(outcome.code).toBe(code)
    expect(outcome.stderr).toContain(stderr)
  })
})
