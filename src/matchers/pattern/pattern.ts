import { ANYTHING, isWord, type LiteralNeed, needAll, needSome } from '../../model/literal-need.ts'
import type { NodeMatcher } from '../../model/matcher.ts'
import { bind, lookup, MATCH } from '../../model/bound.ts'
import type { NodeKind } from '../node-compiler.ts'
import { NEVER } from '../node-matchers.ts'
import { testLocals } from './local-metavariables.ts'
import { matchNode } from './match-pattern.ts'
import { matchStatements } from './match-statements.ts'
import { parsePattern } from './parse-pattern.ts'
import type { PatternNode } from './pattern-node.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

/** `pattern`: the node has the form of this code. */
export const pattern: NodeKind = {
  keys: ['pattern'],
  cost: 2,
  compile: (spec, path, compiler) => {
    const { grammar, syntax, language, report } = compiler
    const parsed = parsePattern(spec.pattern ?? '', grammar, syntax, semanticsOf(language).blocks === 'braces')
    if ('message' in parsed) {
      report({
        code: 'pattern/syntax',
        message: parsed.message,
        hint:
          parsed.hint ??
          `restrict the matcher with \`languages\` if it is meant for another language than ${language}; \`...\` stands for any number of arguments, statements or members`,
        path: [...path, 'pattern'],
        offset: parsed.offset,
      })
      return NEVER
    }
    const [first] = parsed.nodes
    if (first === undefined) return NEVER
    return testLocals(parsed.nodes.length === 1 ? single(first, syntax.callTypes) : sequence(parsed.nodes), spec, path, compiler)
  },
}

function single(root: PatternNode, callTypes: ReadonlySet<number>): NodeMatcher {
  return withStrings([root], {
    need: needOfPattern(root),
    types: typesOf(root),
    callees: calleesOf(root, callTypes),
    names: namesOf(root),
    test: (context, node, bindings, accept) => matchNode(context, root, node, bindings, accept),
  })
}

/** A sequence of statements is found at its first one, and reported to the end of its last one. */
function sequence(nodes: readonly PatternNode[]): NodeMatcher {
  const [first] = nodes
  return withStrings(nodes, {
    need: needAll(nodes.map(needOfPattern)),
    types: first === undefined ? undefined : typesOf(first),
    callees: undefined,
    test: (context, node, bindings, accept) =>
      matchStatements(context, nodes, node, bindings, (next, last) =>
        accept(last === node || lookup(next, MATCH) !== undefined ? next : bind(next, MATCH, { kind: 'nodes', nodes: [node, last] })),
      ),
  })
}

/**
 * A pattern without literal names (`'Access-Control-Allow-Origin': '*'`) would be tried on every file. So its strings must occur in the file
 * literally; computed values are missed.
 */
function withStrings(roots: readonly PatternNode[], matcher: NodeMatcher): NodeMatcher {
  const words = matcher.need.kind === 'anything' ? roots.flatMap(wordsOf) : []
  if (words.length === 0) return matcher
  return {
    ...matcher,
    need: needAll(words.map((text) => ({ kind: 'literal', text }))),
    test: (context, node, bindings, accept) =>
      matcher.test(context, node, bindings, (next) => words.every((word) => context.file.text.includes(word)) && accept(next)),
  }
}

/** Parts of the strings in a pattern that are never written with escapes. */
function wordsOf(node: PatternNode): readonly string[] {
  if (node.kind === 'branch') return node.children.flatMap(wordsOf)
  return node.kind === 'string' ? node.parts.flatMap((part) => part.match(/[\w-]{4,}/g) ?? []) : []
}

function typesOf(root: PatternNode): ReadonlySet<number> | undefined {
  switch (root.kind) {
    case 'branch':
      return new Set([root.type, ...root.equivalents.keys()])
    case 'pair':
      return root.types
    case 'template':
    case 'leaf':
      return new Set([root.type])
    case 'name':
      return root.types
    default:
      return undefined
  }
}

/** The last segment of the callee, if the pattern is a call of a named function. */
function calleesOf(root: PatternNode, callTypes: ReadonlySet<number>): ReadonlySet<string> | undefined {
  if (root.kind !== 'branch' || !callTypes.has(root.type)) return undefined
  const callee = root.children.find((child) => child.kind !== 'ellipsis' && child.field !== 0)
  const last = callee === undefined ? undefined : lastNames(callee)
  return last === undefined ? undefined : new Set(last)
}

/** The last segment of `a.b`. Names that resolve to it have the same last segment. */
function namesOf(root: PatternNode): ReadonlySet<string> | undefined {
  const last = root.kind === 'name' && root.name.includes('.') ? root.name.split('.').at(-1) : undefined
  return last === undefined || last === 'default' ? undefined : new Set([last])
}

function lastNames(node: PatternNode): readonly string[] | undefined {
  if (node.kind === 'either') return node.alternatives.flatMap((each) => lastNames(each) ?? [])
  if (node.kind === 'name') return [node.name.slice(node.name.lastIndexOf('.') + 1)]
  if (node.kind === 'leaf' && node.named) return [node.text]
  const last = node.kind === 'branch' ? node.children.at(-1) : undefined
  return last === undefined || last.kind === 'branch' ? undefined : lastNames(last)
}

/** Every matching file contains the literal names of the pattern. Strings and numbers may be computed, so they are not required. */
function needOfPattern(node: PatternNode): LiteralNeed {
  switch (node.kind) {
    case 'name':
      return needAll(node.name.split('.').map(needOfWord))
    case 'leaf':
      return node.named ? needOfWord(node.text) : ANYTHING
    case 'either':
      return needSome(node.alternatives.map(needOfPattern))
    case 'branch':
      return needAll(node.children.map(needOfPattern))
    case 'pair':
      return needAll([needOfPattern(node.key), needOfPattern(node.value)])
    case 'template':
      return needAll(node.parts.flatMap((part) => (typeof part === 'string' ? [] : [needOfPattern(part)])))
    default:
      return ANYTHING
  }
}

function needOfWord(word: string): LiteralNeed {
  return isWord(word) ? { kind: 'word', text: word } : ANYTHING
}
