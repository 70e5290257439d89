import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  CodeActionRequest,
  CompletionRequest,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  HoverRequest,
  type TextEdit,
} from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { writeFolder } from '../cli/run-assay.ts'
import { RULES } from '../mcp/connect.ts'
import { connectEditor, openEditor } from './connect.ts'

const FLOW = 'app.get("/", (req) => exec(req.query.dir))\n'
const FIX_RULE = `id: loose
title: Loose comparison
severity: low
confidence: high
category: crypto
cwe: [CWE-697]
languages: [javascript]
description: The comparison converts types.
fix: Compare strictly.
references: [https://example.com/loose]
match:
  pattern: $A == $B
autofix: { replace: $A === $B }
`

const codesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code, range }) => `${String(code)}:${range.start.line}`)
const has = (code: string) => (diagnostics: readonly Diagnostic[]) => diagnostics.some((each) => each.code === code)

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('file:///a', 'x', 1, text), [...edits])
}

const LOOSE = 'if (a == b) {\n  run()\n}\n'
const CALLER = 'import { run } from "./run.js"\napp.get("/", (req) => run(req.query.dir))\n'
const PROJECT = {
  ...RULES,
  'rules/loose.yaml': FIX_RULE,
  'app.js': 'clean()\n',
  'broken.js': '',
  'caller.js': CALLER,
  'run.js': 'export function run(word) {\n  exec(word)\n}\n',
  'loose.js': LOOSE,
}

// One server answers most tests, because each start takes seconds.
const root = mkdtempSync(join(tmpdir(), 'assay-lsp-'))
for (const [name, text] of Object.entries(PROJECT)) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
const editor = await openEditor(root)
afterAll(async () => {
  await editor.kill()
  rmSync(root, { recursive: true })
})

describe('assay lsp', () => {
  it('reports findings of the edited text with trace, and explains them', async () => {
    expect(editor.initialized.serverInfo?.name).toBe('assay')
    await editor.open('app.js')
    await editor.diagnostics('app.js', (found) => found.length === 0)
    await editor.change('app.js', `\n${FLOW}`)
    const [finding] = await editor.diagnostics('app.js', has('shell'))
    expect(finding).toMatchObject({
      severity: 1,
      source: 'assay',
      range: { start: { line: 1 } },
      message: expect.stringContaining('reaches a shell'),
    })
    expect(finding?.relatedInformation?.map(({ message, location }) => `${message.split(':')[0]} ${location.range.start.line}`)).toEqual([
      'source 1',
      'sink 1',
    ])
    const hover = await editor.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: editor.uriOf('app.js') },
      position: finding?.range.start ?? { line: 0, character: 0 },
    })
    expect(JSON.stringify(hover)).toMatch(/Shell command from a request.*Data flow.*app\.js:2.*Fix:.*Use execFile/s)
    await editor.change('app.js', 'clean()\n')
    await editor.diagnostics('app.js', (found) => found.length === 0)
  })

  it('reports data flow through several files after the scan of the project, and keeps it while the file is edited', async () => {
    await editor.open('run.js')
    await editor.diagnostics('run.js', has('shell'))
    await editor.change('run.js', '// one\nexport function run(word) {\n  exec(word)\n}\n')
    expect(codesOf(await editor.diagnostics('run.js', (found) => found[0]?.range.start.line === 2))).toEqual(['shell:2'])
    await editor.change('run.js', 'export function run(word) {\n  exec("ls")\n}\n')
    await editor.diagnostics('run.js', (found) => found.length === 0)
  })

  it('offers the fix of a rule and a comment with a reason, which both remove the finding', async () => {
    await editor.open('loose.js')
    const [finding] = await editor.diagnostics('loose.js', has('loose'))
    if (finding === undefined) throw new Error('no finding')
    expect(finding).toMatchObject({ severity: 3, codeDescription: { href: 'https://example.com/loose' } })
    const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: editor.uriOf('loose.js') },
      range: finding.range,
      context: { diagnostics: [finding] },
    })
    const results = (actions ?? []).flatMap((action) => {
      const [change] = ('edit' in action && action.edit?.documentChanges) || []
      return change !== undefined && 'edits' in change
        ? [
            applyEdits(
              LOOSE,
              change.edits.flatMap((edit) => ('newText' in edit ? [edit] : [])),
            ),
          ]
        : []
    })
    expect(results).toEqual(['if (a === b) {\n  run()\n}\n', `// assay-ignore loose -- TODO: reason\n${LOOSE}`])
    await editor.change('loose.js', results[1] ?? '')
    await editor.diagnostics('loose.js', (found) => found.length === 0)
  })

  it('survives broken files', async () => {
    await editor.open('broken.js')
    for (const text of ['((((', `${'['.repeat(5_000)}`, '\ud800\0\r\r\n`${', `function (${FLOW}`]) await editor.change('broken.js', text)
    await editor.change('broken.js', FLOW)
    await editor.diagnostics('broken.js', has('shell'))
  })
})

describe('assay lsp in rule files', () => {
  it('completes keys and values, describes keys, and reports mistakes while the rule is written', async () => {
    const uri = editor.uriOf('rules/loose.yaml')
    const text = `id: loose\nseverity: \n\n`
    await editor.open('rules/loose.yaml', text, 'yaml')
    const complete = async (line: number, character: number) => {
      const answer = await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: { line, character } })
      return (Array.isArray(answer) ? answer : (answer?.items ?? [])).map(({ label }) => label)
    }
    expect(await complete(1, 10)).toEqual(['critical', 'high', 'medium', 'low'])
    expect(await complete(2, 0)).toEqual(expect.arrayContaining(['title', 'match', 'taint']))
    const hover = await editor.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 1, character: 3 } })
    expect(JSON.stringify(hover)).toContain('The impact of the weakness.')
    await editor.change('rules/loose.yaml', FIX_RULE.replace('$A == $B', '$A == ('))
    const isInPattern = ({ range }: Diagnostic): boolean => range.start.line === 11
    const mistakes = await editor.diagnostics('rules/loose.yaml', (found) => found.some(isInPattern))
    expect(mistakes.find(isInPattern)).toMatchObject({ source: 'assay', code: expect.stringMatching(/^[a-z]+\/[a-z-]+$/) })
    await editor.change('rules/loose.yaml', FIX_RULE)
    await editor.diagnostics('rules/loose.yaml', (found) => found.length === 0)
  })
})

describe('assay lsp with settings', () => {
  it('shows their mistakes, scans after they are mended, maps severities as the editor wants, and ends when it is told to', async () => {
    const code = `${FLOW}const t = 'tok_0123456789abcdefghij'\n`
    const folder = writeFolder({ ...RULES, 'app.js': code, 'assay.config.yaml': 'packs: []\nrules: [rules]\nfail-on: never-ever\n' })
    const other = await connectEditor(folder, { severity: { high: 'hint' }, delay: 'soon' })
    await other.open('app.js')
    await other.message('`assay.delay` must be')
    await other.message('mistakes')
    expect(await other.diagnostics('assay.config.yaml', (found) => found.length > 0)).toMatchObject([{ range: { start: { line: 2 } } }])
    writeFileSync(join(folder, 'assay.config.yaml'), RULES['assay.config.yaml'])
    await other.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: other.uriOf('assay.config.yaml'), type: FileChangeType.Changed }],
    })
    const found = await other.diagnostics('app.js', (all) => all.length === 2)
    expect(found.map(({ severity }) => severity)).toEqual([4, 4])
    expect(JSON.stringify(found)).not.toContain('0123456789abcdefghij')
    await other.diagnostics('assay.config.yaml', (all) => all.length === 0)
    expect(await other.stop()).toBe(0)
  })
})
