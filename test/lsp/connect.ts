import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Diagnostic,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { MAIN } from '../cli/run-assay.ts'

/** What a test waits for at most, in milliseconds. */
const PATIENCE = 30_000

/** Starts `assay lsp` as an editor does, with one workspace folder. The caller stops it. */
export async function openEditor(folder: string, settings: Readonly<Record<string, unknown>> = {}) {
  const child = spawn(process.execPath, [MAIN, 'lsp', '--stdio', '--no-cache'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
  const published = new Map<string, readonly Diagnostic[]>()
  const messages: string[] = []
  let wake = (): void => undefined
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    published.set(uri, diagnostics)
    wake()
  })
  connection.onNotification(ShowMessageNotification.type, ({ message }) => {
    messages.push(message)
    wake()
  })
  connection.listen()
  const uri = pathToFileURL(folder).href
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: uri,
    capabilities: { workspace: { workspaceFolders: true } },
    workspaceFolders: [{ uri, name: 'project' }],
    initializationOptions: settings,
  })
  await connection.sendNotification(InitializedNotification.type, {})
  const uriOf = (file: string): string => pathToFileURL(join(folder, file)).href
  let version = 1
  async function until<T>(read: () => T | undefined, what: string): Promise<T> {
    const end = performance.now() + PATIENCE
    for (;;) {
      const found = read()
      if (found !== undefined) return found
      if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify({ messages, published: [...published] })}`)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 200)
      })
    }
  }
  return {
    connection,
    initialized,
    uriOf,
    open: (file: string, text = readFileSync(join(folder, file), 'utf8'), languageId = 'javascript') =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri: uriOf(file), languageId, version, text } }),
    change: (file: string, text: string) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: uriOf(file), version: ++version },
        contentChanges: [{ text }],
      }),
    /** Waits until the diagnostics of a file fulfil a condition. */
    diagnostics: (file: string, isWanted: (diagnostics: readonly Diagnostic[]) => boolean) =>
      until(() => {
        const found = published.get(uriOf(file))
        return found !== undefined && isWanted(found) ? found : undefined
      }, `diagnostics of ${file}`),
    /** Ends the process, whatever it is doing. */
    kill: async () => {
      connection.dispose()
      child.kill()
      await ended
    },
    message: (part: string) => until(() => messages.find((message) => message.includes(part)), `a message with ${part}`),
    /** Ends the server as an editor does, and returns its exit code. */
    stop: async () => {
      await connection.sendRequest(ShutdownRequest.type)
      await connection.sendNotification(ExitNotification.type)
      return ended
    },
  }
}

/** `openEditor` for one test, which ends the server. */
export async function connectEditor(folder: string, settings: Readonly<Record<string, unknown>> = {}) {
  const editor = await openEditor(folder, settings)
  onTestFinished(editor.kill)
  return editor
}
