import {
  createScannerFromData,
  type Diagnostic,
  type Explanation,
  RuleError,
  type RuleFolder,
  type Scanner,
  type ScanResult,
  type SourceFile,
} from '../../../src/index.ts'
import { readRuleId } from '../share/to-fixture.ts'
import type { EngineAnswer, EngineRequest } from './messages.ts'

/** Reads a file of the playground by name. */
type ReadAsset = (name: string) => Promise<Uint8Array>

interface PlaygroundEngine {
  answer(request: EngineRequest): Promise<EngineAnswer>
}

/** A rule that was compiled, or its mistakes. */
interface CompiledText {
  readonly rule: string
  readonly scanner?: Scanner
  readonly problems: readonly Diagnostic[]
}

/** Creates the engine of the playground. It compiles the rule only if its text changed. Grammars and named matchers are loaded when a rule first needs them. */
export function createPlaygroundEngine(read: ReadAsset): PlaygroundEngine {
  const assets = new Map<string, Promise<Uint8Array>>()
  const load = (name: string): Promise<Uint8Array> => {
    const known = assets.get(name) ?? read(name)
    assets.set(name, known)
    known.catch(() => assets.delete(name))
    return known
  }
  let library: Promise<RuleFolder> | undefined
  const loadLibrary = (): Promise<RuleFolder> => (library ??= load('library.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes))))
  let compiled: CompiledText | undefined
  return {
    answer: async (request) => {
      const started = performance.now()
      const { id, rule, path, code } = request
      if (compiled?.rule !== rule) compiled = await compileText(rule, load, loadLibrary)
      const { scanner, problems } = compiled
      const file = { path, content: code }
      const result = await scanner?.scan([file], { includeVendored: true })
      const syntax = request.wantsSyntax ? await (scanner ?? (await openReader(load))).readSyntax(file) : undefined
      const explanation = scanner && request.explains !== undefined ? await explainFile(scanner, file, request.explains) : undefined
      return {
        id,
        problems,
        findings: result?.findings ?? [],
        notes: result === undefined ? [] : describeGaps(result),
        ...(syntax === undefined ? {} : { syntax }),
        ...(explanation === undefined ? {} : { explanation }),
        took: performance.now() - started,
      }
    },
  }
}

/** Explains the only rule of the scanner. */
async function explainFile(scanner: Scanner, file: SourceFile, explains: 'file' | number): Promise<Explanation | undefined> {
  const rule = scanner.rules[0]?.id
  return rule === undefined ? undefined : scanner.explain({ rule, files: [file], ...(explains === 'file' ? {} : { line: explains }) })
}

async function compileText(rule: string, load: ReadAsset, loadLibrary: () => Promise<RuleFolder>): Promise<CompiledText> {
  // The built-in named matchers and library models take 2 MB, which most rules do not need.
  const folders = /(?:^|[{,\s-])(?:taint|use):/m.test(rule) ? [await loadLibrary()] : []
  try {
    return { rule, scanner: await openScanner(rule, folders, load), problems: [] }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return { rule, problems: error.diagnostics }
  }
}

function openScanner(rule: string, folders: readonly RuleFolder[], load: ReadAsset): Promise<Scanner> {
  const own: RuleFolder = { name: 'playground', rules: [{ path: `${readRuleId(rule)}.yaml`, text: rule }], shared: [], packs: [], whole: true }
  return createScannerFromData({
    folders: [...folders, own],
    packs: [],
    runtime: () => load('web-tree-sitter.wasm'),
    grammar: (name) => load(`${name}.wasm`),
    grammarsChecked: true,
    check: true,
  })
}

/** Reads syntax trees while the rule has mistakes. */
function openReader(load: ReadAsset): Promise<Scanner> {
  return openScanner(ANY_RULE, [], load)
}

const ANY_RULE = `id: any-rule
title: Any rule
severity: low
confidence: low
category: injection
cwe: [CWE-1]
languages: [text]
description: Matches nothing.
match: { regex: 'a^' }
`

function describeGaps({ skipped, partial, unread }: ScanResult): readonly string[] {
  return [
    ...skipped.map(({ reason }) => `The file was skipped: ${reason}.`),
    ...partial.map(({ reason, detail }) => `The file was scanned only in part: ${detail ?? reason}.`),
    ...unread.map(({ language }) => `${language} is not supported. Only rules for text run on it.`),
  ]
}
