import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CodeActionKind,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { ENGINE_VERSION } from '../../../src/node/index.ts'
import { toMistakeDiagnostic } from '../convert/to-diagnostic.ts'
import { toHover } from '../convert/to-hover.ts'
import { toRange } from '../convert/to-range.ts'
import { readEditorSettings } from '../settings/editor-settings.ts'
import { checkRuleFile, isRuleFile, type OpenRuleFile } from '../rules/check-rule-file.ts'
import { createRuleHelp } from '../rules/rule-help.ts'
import { findingsIn, listCodeActions } from './code-actions.ts'
import type { SessionHost } from './folder-session.ts'
import { createPublisher } from './publisher.ts'
import { createSessions } from './sessions.ts'

/** What the command decides. */
export interface ServerOptions {
  /** Parent folder for results of unchanged files, or undefined for none. */
  readonly cacheFolder: string | undefined
}

/** Answers the messages of an editor. The connection must not be listening yet. */
export function createServer(connection: Connection, { cacheFolder }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument)
  const publisher = createPublisher(connection)
  let client: InitializeParams | undefined
  let { settings } = readEditorSettings(undefined)
  let lastError = ''
  const hostOf = (): SessionHost => host
  const sessions = createSessions(hostOf)
  const ruleHelp = createRuleHelp()

  function showError(message: string): void {
    if (message === lastError) return
    lastError = message
    // A notification, because clients need not answer the request that the connection's own function sends.
    connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message: `Assay: ${message}` }).catch(() => undefined)
  }

  const host: SessionHost = {
    publisher,
    showError,
    settings: () => settings,
    documents: () => documents.all().filter(({ uri }) => uri.startsWith('file:')),
    cacheFor: (folder) => cacheFolder && join(cacheFolder, 'editor', createHash('sha256').update(folder).digest('hex').slice(0, 20)),
    beginProgress: async (title) => {
      if (client?.capabilities.window?.workDoneProgress !== true) return { report: () => undefined, done: () => undefined }
      const progress = await connection.window.createWorkDoneProgress().catch(() => undefined)
      if (progress === undefined) return { report: () => undefined, done: () => undefined }
      progress.begin(title)
      return { report: (message) => progress.report(message), done: () => progress.done() }
    },
  }

  async function loadSettings(given: unknown): Promise<void> {
    const read = readEditorSettings(
      client?.capabilities.workspace?.configuration === true ? await connection.workspace.getConfiguration('assay').catch(() => given) : given,
    )
    settings = read.settings
    for (const mistake of read.mistakes) showError(mistake)
    for (const session of sessions.all()) session.reload()
  }

  connection.onInitialize((params) => {
    client = params
    return describeServer()
  })
  connection.onInitialized(async () => {
    const folders = client?.workspaceFolders?.map(({ uri }) => uri) ?? (client?.rootUri ? [client.rootUri] : [])
    await loadSettings(client?.initializationOptions)
    await sessions.changeFolders(toPaths(folders), [])
    const { workspace } = client?.capabilities ?? {}
    if (workspace?.didChangeConfiguration?.dynamicRegistration)
      await connection.client.register(DidChangeConfigurationNotification.type, { section: 'assay' }).catch(() => undefined)
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration)
      await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] }).catch(() => undefined)
    if (workspace?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) =>
        sessions.changeFolders(toPaths(added.map(({ uri }) => uri)), toPaths(removed.map(({ uri }) => uri))),
      )
    for (const document of host.documents()) sessions.sessionOf(document.uri)?.documentChanged(document)
  })
  connection.onDidChangeConfiguration(({ settings: given }: { readonly settings: unknown }) => loadSettings(sectionOf(given)))
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const session of sessions.all()) {
      const own = changes.filter(({ uri }) => sessions.sessionOf(uri) === session)
      if (own.some(({ uri }) => isConfiguration(uri, session.folder))) session.reload()
      else if (own.length > 0) session.projectChanged()
    }
  })
  /** The document as a rule file, or undefined. */
  function asRuleFile(uri: string): { readonly document: TextDocument; readonly file: OpenRuleFile } | undefined {
    const document = documents.get(uri)
    if (document === undefined || !uri.startsWith('file:')) return undefined
    const file = { path: fileURLToPath(uri), text: document.getText(), ruleFolders: sessions.sessionOf(uri)?.files.ruleFolders() ?? [] }
    return isRuleFile(file) ? { document, file } : undefined
  }

  async function checkRules(uri: string): Promise<void> {
    const rule = asRuleFile(uri)
    if (rule === undefined) return
    const { version } = rule.document
    const mistakes = await checkRuleFile(rule.file).catch(() => [])
    if (documents.get(uri)?.version !== version) return
    publisher.set(
      uri,
      'rule',
      mistakes.map((mistake) => toMistakeDiagnostic(mistake, rule.file.text)),
      version,
    )
  }

  documents.onDidChangeContent(({ document }) => {
    sessions.sessionOf(document.uri)?.documentChanged(document)
    void checkRules(document.uri)
  })
  documents.onDidClose(({ document }) => {
    sessions.sessionOf(document.uri)?.documentClosed(document.uri)
    publisher.set(document.uri, 'rule', [])
  })
  documents.onDidSave(({ document: { uri } }) => {
    const session = sessions.sessionOf(uri)
    if (session !== undefined && isConfiguration(uri, session.folder)) session.reload()
    else session?.projectChanged()
  })
  connection.onHover(({ textDocument: { uri }, position }) => {
    const session = sessions.sessionOf(uri)
    const found = session === undefined ? [] : findingsIn(session.findingsOf(uri), { start: position, end: position })
    const [first] = found
    if (session === undefined || first === undefined) {
      const rule = asRuleFile(uri)
      return rule === undefined ? null : (ruleHelp.hover(rule.document, position) ?? null)
    }
    const value = found.map(({ finding, message }) => toHover(finding, message, session.uriOf)).join('\n\n---\n\n')
    return { contents: { kind: MarkupKind.Markdown, value }, range: toRange(first.finding) }
  })
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
    const document = documents.get(uri)
    const session = sessions.sessionOf(uri)
    if (document === undefined || session === undefined) return []
    return [...(await listCodeActions({ document, session, range, diagnostics: context.diagnostics }))]
  })
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const rule = asRuleFile(uri)
    return rule === undefined ? [] : [...ruleHelp.complete(rule.document, position)]
  })
  connection.onShutdown(() => sessions.close())
  documents.listen(connection)
}

function describeServer(): InitializeResult {
  return {
    serverInfo: { name: 'assay', version: ENGINE_VERSION },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
      hoverProvider: true,
      completionProvider: { triggerCharacters: [':', ' ', '-'] },
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  }
}

function toPaths(uris: readonly string[]): readonly string[] {
  return uris.filter((uri) => uri.startsWith('file:')).map((uri) => withoutSlash(fileURLToPath(uri)))
}

function withoutSlash(path: string): string {
  return path.length > 1 && /[\\/]$/.test(path) ? path.slice(0, -1) : path
}

function sectionOf(settings: unknown): unknown {
  return typeof settings === 'object' && settings !== null && 'assay' in settings ? settings.assay : undefined
}

/** Whether a file can change the settings or the rules of a folder. */
function isConfiguration(uri: string, folder: string): boolean {
  const path = fileURLToPath(uri).slice(folder.length)
  return /\.(?:ya?ml|json)$/.test(path) && /[\\/](?:assay\.config\.\w+$|rules[\\/])/.test(path)
}
