import type { FactCounts, FactName } from '../model/evidence.ts'
import type { WeighableFinding, TraceStep } from '../model/finding.ts'
import { isTrial } from '../model/test-code.ts'

/** Larger amounts say nothing more. */
const MOST = 15

/** Counts the facts of a finding, except for the history of its rule. `alike`: further findings of the rule in the file. */
export function countFacts(finding: WeighableFinding, alike: number): FactCounts {
  const { confidence, context = [], file, trace = [] } = finding
  const counts = new Map<FactName, number>()
  const add = (name: FactName, count: number): void => {
    if (count > 0) counts.set(name, Math.min(count, MOST))
  }
  add('stated-high', confidence === 'high' ? 1 : 0)
  add('stated-low', confidence === 'low' ? 1 : 0)
  for (const [name, count] of countTrace(trace)) add(name, count)
  // On a data-flow path, the source says where the data is from.
  for (const name of context) add(name, name === 'request-here' && trace.length > 0 ? 0 : 1)
  add('trial-path', isTrial(file) || DOCUMENTATION.test(file) ? 1 : 0)
  add('tool-path', TOOL.test(file) ? 1 : 0)
  add('compiled-path', isCompiled(file) ? 1 : 0)
  add('browser-path', BROWSER.test(file) ? 1 : 0)
  add('alike', alike)
  return counts
}

/** What the weight of a fact is multiplied by: the second call on a path says less than the first. */
export function scaleCount(count: number): number {
  return Math.log2(1 + count)
}

function countTrace(trace: readonly TraceStep[]): readonly (readonly [FactName, number])[] {
  const source = trace[0]?.what ?? ''
  const changes = trace.filter(({ kind }) => kind === 'step')
  return [
    ['data-flow', trace.length > 0 ? 1 : 0],
    ['guarded-source', source.includes(', behind ') ? 1 : 0],
    ['steps', changes.length],
    ['files', new Set(trace.map(({ file }) => file)).size - 1],
    ['calls', changes.filter(({ what }) => CALL.test(what)).length],
    ['unknown-calls', changes.filter(({ what }) => UNKNOWN_CALL.test(what)).length],
    ['stored-elements', changes.filter(({ what }) => STORED_ELEMENT.test(what)).length],
    ['stored-properties', changes.filter(({ what }) => what.startsWith(STORED_PROPERTY)).length],
    ['receiver-calls', changes.filter(({ what }) => what.endsWith(RECEIVER)).length],
    ['checks-by-name', changes.filter(({ what }) => CHECK.test(CALLEE.exec(what)?.[1] ?? '')).length],
  ]
}

const CALL = /^(?:passed to|returned by) /
const UNKNOWN_CALL = /^possibly propagated by /
const STORED_ELEMENT = /^(?:stored as an element|added by )/
const STORED_PROPERTY = 'stored in property '
const RECEIVER = 'as its receiver'
/** The function of a step, also where the data is one of its parameters. */
const CALLEE = /^(?:propagated by|possibly propagated by|returned by|passed to(?: parameter `[^`]*` of)?) `([^`]*)`/
/** Names of functions that make data harmless. A function with such a name that does is a sanitizer, so no path goes through it: these are those that were not recognised. */
const CHECK =
  /saniti|escape|valid|quote|clean|safe|basename|secure|normali|resolve|strip|check|verify|hash|digest|encodeURI|parseInt|parseFloat|Number$|(?:^|\.)(?:int|float|UUID)$/i

const DOCUMENTATION = /(?:^|\/)(?:docs?|documentation|samples?)\/|\.(?:md|mdx|rst)$/i
const TOOL = /(?:^|\/)(?:scripts?|bin|cli|tools?|commands?|migrations?|management|build|ci|dev)\/|(?:^|\/)(?:cli|manage|setup|tasks|fabfile)\.\w+$/i
const COMPILED = /(?:^|\/)(?:dist|built|build|out|chunks?|bundles?|vendor)\/|[-.](?=[\w-]{0,7}\d)[\w-]{8}\.[cm]?js$/i
/** Packages are compiled into `lib`. Within `src` it has code that people wrote. */
const COMPILED_LIBRARY = /^(?!(?:.*\/)?src\/).*(?<![^/])libs?\/.*\.[cm]?js$/i

function isCompiled(file: string): boolean {
  return COMPILED.test(file) || COMPILED_LIBRARY.test(file)
}
const BROWSER = /(?:^|\/)(?:client|frontend|ui|public|static|assets|browser|www|webapp|themes?)\//i
