import { readFileSync } from 'node:fs'
import { compileModels } from '../../src/compile/compile-models.ts'
import { openEngine } from '../../src/engine.ts'
import { EDGE } from '../../src/flow/program/data-flow-edges.ts'
import { createLabelBatches } from '../../src/flow/solver/label-sets.ts'
import { endpointsOf, prepareSolve } from '../../src/flow/solver/prepare-solve.ts'
import { readAnnotations } from '../../src/flow/solver/rule-facts.ts'
import { solveTaint } from '../../src/flow/solver/solve-taint.ts'
import type { SolverState } from '../../src/flow/solver/solver-state.ts'
import type { FlowFile } from '../../src/model/flow.ts'
import { OP } from '../../src/model/program.ts'
import { checkScan } from '../../src/scan/check-scan.ts'
import { readLimits } from '../../src/scan/limits.ts'
import { createLocalExaminer } from '../../src/scan/local-examiner.ts'
import { readPrecedence, readWideRules } from '../../src/scan/read-precedence.ts'
import { scanFiles } from '../../src/scan/scan-files.ts'

const root = new URL('../../', import.meta.url)
const grammar = (name: string): Uint8Array => readFileSync(new URL(`dist/grammars/${name}.wasm`, root))
const OP_NAMES = new Map<number, string>(Object.entries(OP).map(([name, op]) => [op, name]))
const EDGE_NAMES = new Map<number, string>(Object.entries(EDGE).map(([name, kind]) => [kind, name]))

/** Scans one file with one rule, and returns the output of each stage of the data-flow engine, by the name of the stage. */
export async function drawProgram(path: string, code: string, rule: string): Promise<ReadonlyMap<string, string>> {
  const engine = await openEngine({
    folders: [{ name: 'drawn', rules: [{ path: 'rules/injection/drawn.yaml', text: rule }], shared: [], models: [], packs: [], whole: true }],
    packs: [],
    runtime: () => Promise.resolve(grammar('web-tree-sitter')),
    grammar,
    check: true,
  })
  const lowered: FlowFile[] = []
  const { follow } = engine.flow
  engine.flow.follow = (group, source) =>
    follow(group, {
      ...source,
      lower: (file, rules) => {
        const made = source.lower(file, rules)
        if (made !== undefined) lowered.push(made)
        return made
      },
    })
  const files = [{ path, content: code }]
  checkScan(files, {})
  const scan = await scanFiles(files, {
    examiner: createLocalExaminer(engine.openExaminer),
    flow: engine.flow,
    wideRules: readWideRules(engine.ruleset),
    precedence: readPrecedence(engine.ruleset),
    languageOfCode: engine.languageOfCode,
    settings: { limits: readLimits({}), includeVendored: false, foreignSuppressions: false, profiled: false },
  })
  await engine.close()
  const endpoints = endpointsOf(lowered)
  const prepared = prepareSolve({ files: lowered, endpoints, models: compileModels([]), resolve: () => undefined, maxSteps: 100_000 })
  const [batch] = createLabelBatches(endpoints.sources, new Set([0]), new Set())
  const { state } = solveTaint(prepared.solver, readAnnotations(prepared.annotations, batch))
  return new Map([
    ['values', drawValues(state, code)],
    ['endpoints', drawEndpoints(endpoints, code)],
    ['call edges', drawCalls(state)],
    ['facts', drawFacts(state)],
    ['summary', drawSummaries(state)],
    ['finding', scan.findings.flatMap(({ trace = [] }) => trace.map(({ line, what }) => `line ${line}: ${what}`)).join('\n')],
  ])
}

function codeOf(code: string, start: number, end: number): string {
  return code.slice(start, end).split('\n')[0]
}

/** The values that a data-flow edge touches, with their edges. */
function drawValues({ project, edges }: SolverState, code: string): string {
  const { values } = project.files[0].program
  const touched = new Set<number>()
  for (let value = 0; value < project.count; value++) {
    for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
      touched.add(value)
      if (edges.kind[edge] !== EDGE.argument) touched.add(edges.target[edge])
    }
  }
  return [...touched]
    .toSorted((left, right) => left - right)
    .map((value) => {
      const targets: string[] = []
      for (let edge = edges.start[value]; edge < edges.start[value + 1]; edge++) {
        const isCall = edges.kind[edge] === EDGE.argument
        targets.push(
          `${EDGE_NAMES.get(edges.kind[edge])} ${isCall ? `${edges.extra[edge]} of call ${edges.target[edge]}` : `v${edges.target[edge]}`}`,
        )
      }
      const text = codeOf(code, values.start[value], values.end[value])
      return (
        `v${value}`.padEnd(5) +
        `${OP_NAMES.get(project.op[value])}`.padEnd(11) +
        text.padEnd(26) +
        (targets.length > 0 ? `-> ${targets.join(', ')}` : '')
      )
    })
    .map((line) => line.trimEnd())
    .join('\n')
}

function drawEndpoints({ sources, sinks }: ReturnType<typeof endpointsOf>, code: string): string {
  const draw = (role: string, { start, end }: { readonly start: number; readonly end: number }): string => `${role}: ${codeOf(code, start, end)}`
  return [...sources.map((each) => draw('source', each)), ...sinks.map((each) => draw('sink', each))].join('\n')
}

function drawCalls({ project, links }: SolverState): string {
  return project.calls
    .map(({ name, spelledName }, call) => {
      const targets = (links.targets[call] ?? []).map((func) => `function ${func} (${project.functions[func].name})`)
      return `call ${call}: ${spelledName || name} -> ${targets.join(', ') || 'not in the program'}`
    })
    .join('\n')
}

function entryName({ entryFacts, project }: SolverState, entry: number): string {
  return entry < 0 ? `source group ${-1 - entry}` : `entry fact ${entry} (${project.functions[entryFacts[entry].func].name})`
}

function drawFacts(state: SolverState): string {
  const { facts } = state
  const lines: string[] = []
  for (let fact = 0; fact < facts.count; fact++) {
    const from = facts.predecessor[fact]
    const value = `v${facts.value[fact]}${drawPath(state, facts.path[fact])}`
    lines.push(`f${fact}: ${entryName(state, facts.entry[fact])} -> ${value}${from < 0 ? '' : `, after f${from}`}`)
  }
  return lines.join('\n')
}

function drawPath({ paths, project }: Pick<SolverState, 'paths' | 'project'>, path: number): string {
  if (paths.isRoot(path)) return ''
  const key = paths.firstKey(path)
  return `.${key < 0 ? '*' : project.keys[key]}${drawPath({ paths, project }, paths.suffix(path, key))}`
}

function drawSummaries(state: SolverState): string {
  const { entryFacts } = state
  return entryFacts
    .flatMap(({ incoming, endSummary }, entry) => [
      `${entryName(state, entry)}`,
      ...incoming.map(({ call, fact }) => `  incoming: f${fact} at call ${call}`),
      ...endSummary.inOrder.map(({ kind, fact }) => `  end summary: ${kind}, by f${fact}`),
    ])
    .join('\n')
}
