// How long the language server takes from an edit to the diagnostics, in a project of a thousand files: `node bench/editor.mjs [FILES] [EDITS]`.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, execPath } from 'node:process'
import { pathToFileURL } from 'node:url'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { root } from '../tools/root.mjs'

const [files = 1_000, edits = 40] = argv.slice(2).map(Number)
/** Of the median, in milliseconds: what a user sees as immediate. */
const LIMIT = 200

const folder = mkdtempSync(join(tmpdir(), 'assay-editor-'))
for (let index = 0; index < files; index++) {
  const path = join(folder, `src/part${index % 20}`)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, `file${index}.js`), moduleText(index))
}
const file = join(folder, 'src/part0/file0.js')
const uri = pathToFileURL(file).href
const child = spawn(execPath, [join(root, 'dist/adapters/cli/main.js'), 'lsp', '--no-cache'], { stdio: ['pipe', 'pipe', 'inherit'] })
const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
let waiting
connection.onNotification('textDocument/publishDiagnostics', (report) => {
  if (report.uri === uri && report.version >= (waiting?.version ?? Number.POSITIVE_INFINITY)) waiting.resolve(report.diagnostics)
})
connection.listen()
const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: 'bench' }]
await connection.sendRequest('initialize', { processId: process.pid, rootUri: workspaceFolders[0].uri, capabilities: {}, workspaceFolders })
await connection.sendNotification('initialized', {})
await timed(1, (version) =>
  connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'javascript', version, text: textOf(0) } }),
)

const times = []
for (let edit = 1; edit <= edits; edit++) {
  const { milliseconds, diagnostics } = await timed(edit + 1, (version) =>
    connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text: textOf(edit) }] }),
  )
  if (diagnostics.length === 0) throw new Error('the finding is not reported')
  times.push(milliseconds)
  // Now and then a pause, so that scans of the project run beside the edits.
  await new Promise((resolve) => setTimeout(resolve, edit % 5 === 0 ? 1_500 : 50))
}
child.kill()
rmSync(folder, { recursive: true, force: true })
times.sort((left, right) => left - right)
const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))])
console.log(
  `${files} files, ${edits} edits: median ${at(0.5)} ms, 90th percentile ${at(0.9)} ms, slowest ${at(1)} ms (limit of the median: ${LIMIT} ms)`,
)
process.exitCode = at(0.5) <= LIMIT ? 0 : 1

async function timed(version, send) {
  const start = performance.now()
  const answer = new Promise((resolve) => {
    waiting = { version, resolve }
  })
  await send(version)
  const diagnostics = await answer
  return { milliseconds: performance.now() - start, diagnostics }
}

function textOf(edit) {
  return `${moduleText(0)}// ${edit}\nimport { exec } from 'node:child_process'\nexport const list${edit} = (req, res) => exec('ls ' + req.query.dir)\nimport express from 'express'\nexpress().get('/', list${edit})\n`
}

function moduleText(index) {
  const other = index === 0 ? '' : `import { work${index - 1} } from '../part${(index - 1) % 20}/file${index - 1}.js'\n`
  const lines = Array.from({ length: 40 }, (_, line) => `  const v${line} = input.map((x) => x + ${line}).filter(Boolean)\n`).join('')
  return `${other}export function work${index}(input) {\n${lines}  return ${index === 0 ? 'v39' : `work${index - 1}(v39)`}\n}\n`
}
