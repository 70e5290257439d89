import type { CallSite } from '../../model/language.ts'
import { type LiteralNeed, needAll, needSome } from '../../model/literal-need.ts'
import { isIndex } from '../../model/match-arguments.ts'
import type { NodeContext, NodeMatcher } from '../../model/matcher.ts'
import { isPassedArgument } from '../../model/passed-argument.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ArgumentSelector, MatcherSpec } from '../../model/rule-spec.ts'
import { conjoinTests, type Test } from '../conjoin-tests.ts'
import type { ConstraintTest, NodeCompiler, NodeKind } from '../node-compiler.ts'
import { needOfKey, standsInText } from '../needed-key.ts'
import { NEVER } from '../node-matchers.ts'
import { compileAlternatives, compileNames, keysOf, type NamePattern } from '../resolved-name.ts'
import { findKeyword, selectArguments, selectCertainArguments } from './find-arguments.ts'

/** Examining a call costs as much as this number of pattern nodes. */
const CALL_STEPS = 4

type ArgumentTest = Test<NodeContext, CallSite>

/** `call` with `argument`, `arguments` and `keyword`: a call of a function by its resolved name, with constraints on its arguments. */
export const call: NodeKind = {
  keys: ['call', 'argument', 'arguments', 'keyword'],
  cost: 1,
  compile: (spec, path, compiler) => {
    const names = readNames(spec.call ?? [], [...path, 'call'], compiler)
    if (names.length === 0) return NEVER
    const constraints: LiteralNeed[] = []
    const passes = conjoinTests(compileArguments(spec, path, compiler, constraints))
    const { syntax } = compiler
    const isOfName = testCallee(names, compiler)
    const need = needAll([needSome(names.map((name) => name.need)), ...constraints])
    const types = syntax.callTypes
    const test: NodeMatcher['test'] = (context, node, bindings, accept) => {
      if (!isOfName(context, node)) return false
      const site = syntax.callAt(context.tree, context.file.text, node)
      if (site === undefined) return false
      // Charged, because enclosing nodes query it too: a call with ten thousand nested calls is read for each of them.
      context.spend(site.arguments.length)
      return passes(context, site, bindings, accept)
    }
    const callees = keysOf(names)
    return { need, types, callees, test }
  },
}

/** The calls of functions by their resolved names, written at `path`. */
export function compileCallsOf(written: string | readonly string[], path: SpecPath, compiler: NodeCompiler): NodeMatcher {
  const names = readNames(written, path, compiler)
  if (names.length === 0) return NEVER
  const isOfName = testCallee(names, compiler)
  return {
    need: needSome(names.map((name) => name.need)),
    types: compiler.syntax.callTypes,
    callees: keysOf(names),
    test: (context, node, bindings, accept) => isOfName(context, node) && accept(bindings),
  }
}

/** Whether a node is a call of a function with one of these names. */
function testCallee(names: readonly NamePattern[], { syntax }: NodeCompiler): (context: NodeContext, node: number) => boolean {
  const isNamed = compileNames(names)
  return (context, node) => {
    if (!syntax.callTypes.has(context.tree.type[node])) return false
    const callee = syntax.calleeAt(context.tree, context.file.text, node)
    if (callee < 0) return false
    context.spend(CALL_STEPS)
    const name = context.symbols.nameOf(callee)
    return name !== undefined && isNamed(name)
  }
}

function readNames(written: string | readonly string[], path: SpecPath, compiler: NodeCompiler): NamePattern[] {
  return (typeof written === 'string' ? [written] : written).flatMap((name, index) => {
    const compiled = compileAlternatives(name)
    if (compiled !== undefined) return compiled
    compiler.report({
      code: 'call/malformed-name',
      message: `\`${name}\` is not the name of a function.`,
      hint: /[{},|]/.test(name)
        ? 'write alternatives as words in braces, as `App().{get,post}`'
        : 'write segments joined by dots, such as `child_process.exec`, `express().get` or `**.query`; `*` is any segment, and metavariables are for `pattern`',
      path: typeof written === 'string' ? path : [...path, index],
    })
    return []
  })
}

/** Adds the literals that the constraints require to `needs`. */
function compileArguments(spec: MatcherSpec, path: SpecPath, compiler: NodeCompiler, needs: LiteralNeed[]): ArgumentTest[] {
  const tests: ArgumentTest[] = []
  if (spec.argument !== undefined && !isPassedArgument(spec.argument)) {
    const selectors: readonly ArgumentSelector[] = Array.isArray(spec.argument) ? spec.argument : [spec.argument]
    tests.push((context, site, bindings, accept) => selectors.some((selector) => isPassed(context, site, selector)) && accept(bindings))
  }
  for (const [selector, constraint] of Object.entries(spec.arguments ?? {})) {
    if (constraint === undefined) continue
    // The schema accepts no other word.
    const index = selector === '*' ? '*' : Number(selector)
    const test = compiler.constrain(constraint, [...path, 'arguments', selector])
    if (!test.absent) needs.push(test.need)
    tests.push(testPositional(index, test))
  }
  for (const [name, constraint] of Object.entries(spec.keyword ?? {})) {
    if (constraint === undefined) continue
    const test = compiler.constrain(constraint, [...path, 'keyword', name])
    if (!test.absent) needs.push(test.need, needOfKey(name))
    tests.push(testKeyword(name, test))
  }
  return tests
}

/** A name is a keyword, or a property of an object literal that is passed, as for `keyword`. */
function isPassed(context: NodeContext, site: CallSite, selector: ArgumentSelector): boolean {
  if (selectArguments(site, selector).length > 0) return true
  return typeof selector === 'string' && selector !== '*' && !isIndex(selector) && typeof findKeyword(context, site, selector) !== 'string'
}

function testPositional(index: number | '*', constraint: ConstraintTest): ArgumentTest {
  return (context, site, bindings, accept) => {
    const spread = site.arguments.some((argument) => argument.kind === 'spread')
    if (constraint.absent && !spread && selectArguments(site, index).length === 0) return accept(bindings)
    return selectCertainArguments(site, index).some((node) => constraint.test(context, { kind: 'node', node }, bindings, accept))
  }
}

function testKeyword(name: string, constraint: ConstraintTest): ArgumentTest {
  return (context, site, bindings, accept) => {
    const found = findKeyword(context, site, name)
    if (found === 'absent') return constraint.absent && accept(bindings)
    return (
      typeof found !== 'string' &&
      (constraint.absent || standsInText(context, name)) &&
      found.some((node) => constraint.test(context, { kind: 'node', node }, bindings, accept))
    )
  }
}
