import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { createSourceReader, describeFinding, type Finding, readRegularFile } from '../../../src/node/index.ts'
import type { OpenProjectOptions } from '../../workspace/index.ts'
import { toDiagnostic, toMistakeDiagnostic } from '../convert/to-diagnostic.ts'
import { toScanFailure } from '../project/describe-failure.ts'
import { createFileScanner, type FileScanner } from '../project/file-scanner.ts'
import { type KnownFindings, mergeFindings } from '../project/merge-findings.ts'
import type { ScanFailure } from '../project/worker-protocol.ts'
import { createProjectScan, type ProjectHost } from './project-scan.ts'
import type { Publisher } from './publisher.ts'

/** What a folder needs of the server. */
export interface SessionHost extends ProjectHost {
  readonly publisher: Publisher
  showError(message: string): void
}

/** A finding as it is shown, with a message without secrets. */
export interface ShownFinding {
  readonly finding: Finding
  readonly message: string
}

/** The scans of one workspace folder. */
export interface FolderSession {
  readonly folder: string
  readonly files: FileScanner
  /** Scans the document at once, or a short delay after its last scan, and the project after a longer delay. */
  documentChanged(document: TextDocument): void
  documentClosed(uri: string): void
  /** Reads settings and rules again, and scans everything. */
  reload(): void
  /** Scans the project again soon. */
  projectChanged(): void
  findingsOf(uri: string): readonly ShownFinding[]
  uriOf(file: string): string
  pathOf(uri: string): string
  close(): Promise<void>
}

const MAX_BYTES = 2 ** 24
const SETTINGS_FILE = /\/assay\.config\.(?:ya?ml|json)$/

interface OpenState {
  alone: { readonly text: string; readonly findings: readonly Finding[] }
  shown: readonly ShownFinding[]
}

/** `isProject` is false for a folder that only holds a single open file. */
export function openFolderSession(folder: string, isProject: boolean, host: SessionHost): FolderSession {
  const states = new Map<string, OpenState>()
  const known = new Map<string, KnownFindings>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** When the last scan of a document began, in milliseconds. */
  const scannedAt = new Map<string, number>()
  let scannedFiles: ReadonlySet<string> | undefined
  const options = (): OpenProjectOptions => {
    const { config, packs, rules } = host.settings()
    return { config, packs, rules }
  }
  const files = createFileScanner(folder, options)
  const pathOf = (uri: string): string => relative(folder, fileURLToPath(uri)).replaceAll(sep, '/')
  const uriOf = (file: string): string => {
    const path = resolve(folder, file)
    return host.documents().find(({ uri }) => fileURLToPath(uri) === path)?.uri ?? pathToFileURL(path).href
  }
  const isIgnored = (file: string): boolean =>
    files.isExcluded(file) || (scannedFiles !== undefined && !scannedFiles.has(file) && existsSync(join(folder, file)))

  function show(document: TextDocument, findings: readonly Finding[]): void {
    const texts = createSourceReader(() => document.getText(), findings)
    const shown = findings.map((finding) => ({ finding, message: describeFinding(finding, texts(finding.file)) }))
    const state = states.get(document.uri)
    if (state !== undefined) state.shown = shown
    const diagnostics = shown.flatMap(({ finding, message }) => toDiagnostic(finding, message, host.settings(), uriOf) ?? [])
    host.publisher.set(document.uri, 'findings', diagnostics, document.version)
  }

  function report(failure: Exclude<ScanFailure, { kind: 'cancelled' }>): void {
    const byUri = new Map<string, ReturnType<typeof toMistakeDiagnostic>[]>()
    if (failure.kind === 'failed') host.showError(failure.message)
    else {
      for (const mistake of failure.mistakes) {
        const uri = uriOf(mistake.file)
        // An open rule file is checked as it is in the editor.
        if (!SETTINGS_FILE.test(uri) && host.documents().some((document) => document.uri === uri)) continue
        byUri.set(uri, [...(byUri.get(uri) ?? []), toMistakeDiagnostic(mistake, readText(resolve(folder, mistake.file)))])
      }
      const [first] = failure.mistakes
      if (first)
        host.showError(`The rules or settings of the project have mistakes, so nothing is scanned: ${first.file}:${first.line}: ${first.message}`)
    }
    host.publisher.replaceAll(folder, 'mistakes', byUri)
  }

  async function scanDocument(uri: string): Promise<void> {
    const document = host.documents().find((each) => each.uri === uri)
    if (document === undefined) return
    scannedAt.set(uri, performance.now())
    const { version } = document
    const file = pathOf(uri)
    const text = document.getText()
    try {
      const findings = isIgnored(file) ? [] : await files.scan(file, text)
      // A newer version has its own timer.
      if (document.version !== version || !host.documents().includes(document)) return
      states.set(uri, { alone: { text, findings }, shown: [] })
      show(document, mergeFindings(findings, text, known.get(uri)))
      if (!isProject || !host.settings().project) host.publisher.replaceAll(folder, 'mistakes', new Map())
    } catch (error) {
      report(toScanFailure(error))
    }
  }

  const background = isProject ? createProjectScan({ folder, options, host, report, finish }) : undefined

  async function finish(findings: readonly Finding[], listed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): Promise<void> {
    scannedFiles = listed
    host.publisher.replaceAll(folder, 'mistakes', new Map())
    for (const document of host.documents()) {
      const file = pathOf(document.uri)
      const text = texts.get(file)
      if (text === undefined) continue
      const own = findings.filter((finding) => finding.file === file)
      const state = states.get(document.uri)
      const alone = state?.alone.text === text ? state.alone.findings : await files.scan(file, text).catch(() => [])
      known.set(document.uri, { text, project: own, alone })
      const isCurrent = document.getText() === text
      if (isCurrent) states.set(document.uri, { alone: { text, findings: alone }, shown: [] })
      const current = states.get(document.uri)?.alone
      if (isCurrent) show(document, own)
      else if (current !== undefined && current.text === document.getText())
        show(document, mergeFindings(current.findings, current.text, known.get(document.uri)))
    }
    const open = new Set(host.documents().map(({ uri }) => pathOf(uri)))
    host.publisher.replaceAll(folder, 'findings', host.settings().closedFiles ? listClosed(findings, open) : new Map())
  }

  function listClosed(findings: readonly Finding[], open: ReadonlySet<string>) {
    const byUri = new Map<string, NonNullable<ReturnType<typeof toDiagnostic>>[]>()
    const texts = createSourceReader((file) => readText(resolve(folder, file)), findings)
    for (const finding of findings) {
      const diagnostic = open.has(finding.file)
        ? undefined
        : toDiagnostic(finding, describeFinding(finding, texts(finding.file)), host.settings(), uriOf)
      if (diagnostic === undefined) continue
      const uri = uriOf(finding.file)
      byUri.set(uri, [...(byUri.get(uri) ?? []), diagnostic])
    }
    return byUri
  }

  /** The first edit after a pause is scanned at once, and then the newest text each time that the delay has passed. */
  const schedule = (uri: string, delay: number): void => {
    clearTimeout(timers.get(uri))
    const wait = Math.max(0, (scannedAt.get(uri) ?? Number.NEGATIVE_INFINITY) + delay - performance.now())
    timers.set(
      uri,
      setTimeout(() => void scanDocument(uri), wait),
    )
  }
  return {
    folder,
    files,
    documentChanged: ({ uri }) => {
      schedule(uri, host.settings().delay)
      background?.schedule()
    },
    documentClosed: (uri) => {
      clearTimeout(timers.get(uri))
      for (const map of [timers, scannedAt, states, known]) map.delete(uri)
      host.publisher.set(uri, 'findings', [])
      background?.schedule()
    },
    reload: () => {
      files.reload()
      scannedFiles = undefined
      known.clear()
      for (const { uri } of host.documents()) schedule(uri, 0)
      background?.schedule()
    },
    projectChanged: () => background?.schedule(),
    findingsOf: (uri) => states.get(uri)?.shown ?? [],
    uriOf,
    pathOf,
    close: async () => {
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([background?.close(), files.close()])
    },
  }
}

function readText(path: string): string | undefined {
  try {
    return readRegularFile(path, MAX_BYTES)
  } catch {
    return undefined
  }
}
