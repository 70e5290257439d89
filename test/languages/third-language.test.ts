import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileModels } from '../../src/compile/compile-models.ts'
import type { Grammar } from '../../src/engines/syntax/grammar.ts'
import { startSyntaxRuntime } from '../../src/engines/syntax/syntax-runtime.ts'
import { analyseFlow } from '../../src/flow/analyse-flow.ts'
import type { FlowFile, TaintUse } from '../../src/model/flow.ts'
import { ALL_CONTEXTS } from '../../src/model/string-context.ts'
import { buildLineIndex } from '../../src/text/build-line-index.ts'
import { readCases } from '../../tools/oracle/read-cases.mjs'
import { bindGoKinds } from './go/go-kinds.ts'
import { resolveGo } from './go/go-symbols.ts'
import { lowerGo } from './go/lower-go.ts'

/** Go is no language of Assay. It shows what a further language needs: its node types, its names, and a lowering that uses the shared parts. */
const FILES = ['go-kinds.ts', 'go-symbols.ts', 'lower-go.ts']
const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url))
const MODELS = compileModels([])

/** The statements of a case run in a function, beside the functions of its second file. */
const CASES = readCases(read('go/go.txt').toString('utf8'), 'main').map(({ name, files }) => {
  const [main, functions] = files.map(({ content }) => content)
  return { name, code: `package main\nfunc main() {\n${main}}\n${functions ?? ''}` }
})

let grammar: Grammar
beforeAll(async () => {
  const runtime = await startSyntaxRuntime(read('../../node_modules/web-tree-sitter/web-tree-sitter.wasm'))
  grammar = await runtime.loadGrammar('tree-sitter-go', read('../../node_modules/tree-sitter-go/tree-sitter-go.wasm'))
})

describe('a third language', () => {
  it.each(CASES)('$name', ({ code }) => {
    const marked = code.split('\n').flatMap((line, index) => (line.endsWith('// BAD') ? [index + 1] : []))
    expect(reportedLines(code)).toEqual(marked)
  })

  it('takes fewer than 400 lines', () => {
    const lines = FILES.map((name) => read(`go/${name}`).toString('utf8').split('\n').length)
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThan(400)
  })
})

/** The lines of the sinks that data of `source()` reaches. */
function reportedLines(code: string): readonly number[] {
  const file = readFlowFile(code)
  const { findings } = analyseFlow({
    files: [file],
    models: MODELS,
    rules: new Set([0]),
    resolve: () => undefined,
    budget: { left: () => 1_000_000, spend: () => {} },
    reachedBy: () => undefined,
    isFrontierImport: () => false,
    hasMissingImporters: () => false,
  })
  return [...new Set(findings.map(({ start }) => file.lines.positionAt(start).line))].toSorted((left, right) => left - right)
}

function readFlowFile(code: string): FlowFile {
  const parsed = grammar.parse(code)
  if (typeof parsed === 'string') throw new Error('the program does not parse')
  const kinds = bindGoKinds(grammar.names)
  const { program } = lowerGo({ kinds, tree: parsed, text: code, symbols: resolveGo(kinds, parsed, code), models: MODELS.forLanguage('go') })
  const calls = [...program.calls.entries()]
  const site = ({ start, end }: { start: number; end: number }) => ({ start, end, captures: new Map(), text: code.slice(start, end) })
  return {
    path: 'main.go',
    language: 'go',
    lines: buildLineIndex(code),
    program,
    sources: calls.flatMap(([, call]) =>
      call.name === 'source'
        ? [
            {
              ...site(call),
              values: [call.result],
              callbacks: [],
              parameter: undefined,
              propertyPath: [],
              dataNames: [],
              uses: [useOf('source')],
              access: undefined,
              enclosingNames: [],
            },
          ]
        : [],
    ),
    sinks: calls.flatMap(([index, call]) =>
      call.name === 'sink'
        ? [{ ...site(call), call: index, values: call.arguments.map(({ value }) => value), companions: new Map(), uses: [useOf('sink')] }]
        : [],
    ),
    sanitizers: [],
    propagators: [],
    guarded: [],
  }
}

function useOf(role: 'source' | 'sink'): TaintUse {
  return {
    number: role === 'source' ? 0 : 1,
    rule: 0,
    role,
    clause: `taint.${role}s[0]`,
    label: undefined,
    requires: undefined,
    bySideEffect: false,
    exact: false,
    sameFileOnly: false,
    entryPointOnly: false,
    severity: 'high',
    confidence: 'high',
    ignoresContained: false,
    contexts: ALL_CONTEXTS,
    takesWeak: false,
    sentByVictim: false,
    appliesTo: () => true,
  }
}
