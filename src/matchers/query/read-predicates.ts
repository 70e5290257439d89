import { compileRegex } from '../../engines/regex/compile-regex.ts'
import { isWord, type LiteralNeed } from '../../model/literal-need.ts'
import { nearestWord } from '../../text/nearest-word.ts'
import type { PredicateArgument, PredicateElement } from './query-ast.ts'
import type { QueryFault } from './query-fault.ts'
import { equalsText, isOneOf, matchesRegex, negated, type TextTest } from './text-test.ts'

/** A supported text predicate. */
export type Predicate =
  | {
      readonly kind: 'text'
      readonly capture: string
      /** The test of one node. */
      readonly test: TextTest
      /** Which of the capture's nodes must pass: `not-any-of?` requires that one of them fails the test. */
      readonly mode: 'every' | 'some'
      /** The result without any captured node. */
      readonly ofNone: boolean
      /** The literals that a text needs to pass for one node. */
      readonly need: LiteralNeed
      /** All texts that pass, if they are few and could be names. */
      readonly names?: readonly string[] | undefined
    }
  | { readonly kind: 'equal'; readonly left: string; readonly right: string; readonly positive: boolean; readonly mode: 'every' | 'some' }

const NAMES = ['eq?', 'not-eq?', 'any-eq?', 'any-not-eq?', 'match?', 'not-match?', 'any-match?', 'any-not-match?', 'any-of?', 'not-any-of?'] as const
const ANYTHING: LiteralNeed = { kind: 'anything' }
/** A regex that is only a list of names. */
const LIST_OF_NAMES = /^\^(?:([A-Za-z_]\w*)|\((?:\?:)?([A-Za-z_]\w*(?:\|[A-Za-z_]\w*)*)\))\$$/

/** Understands a predicate as web-tree-sitter does, with regexes in linear time. */
export function readPredicate(element: PredicateElement): Predicate | QueryFault {
  const name = NAMES.find((known) => known === element.name)
  if (name === undefined) return unknownPredicate(element)
  const [first, ...rest] = element.arguments
  if (first?.kind !== 'capture')
    return faultAt(first ?? element, 'query/predicate', `The first argument of \`#${name}\` is not a capture`, `Write \`(#${name} @name …)\`.`)
  const unknown = element.arguments.find((argument) => argument.kind === 'capture' && !element.known.includes(argument.name))
  if (unknown?.kind === 'capture') return unknownCapture(unknown.name, unknown.offset, element.known)
  if (name === 'any-of?' || name === 'not-any-of?') return readAnyOf(element, name, first.name, rest)
  const [second, extra] = rest
  if (second === undefined || extra !== undefined)
    return faultAt(extra ?? element, 'query/predicate', `\`#${name}\` takes two arguments, not ${element.arguments.length}`)
  const mode = name.startsWith('any-') ? 'some' : 'every'
  const positive = !name.includes('not-')
  if (name.endsWith('eq?')) {
    if (second.kind === 'capture') return { kind: 'equal', left: first.name, right: second.name, positive, mode }
    const test = equalsText(second.value)
    const need = positive ? needOfText(second.value) : ANYTHING
    const names = positive ? namesOf([second.value]) : undefined
    return { kind: 'text', capture: first.name, test: positive ? test : negated(test), mode, ofNone: mode === 'every', need, names }
  }
  if (second.kind === 'capture')
    return faultAt(second, 'query/predicate', `The second argument of \`#${name}\` is not a string`, `Write the regex in double quotes.`)
  return readMatch(first.name, second, positive, mode)
}

function readMatch(
  capture: string,
  source: PredicateArgument & { readonly kind: 'string' },
  positive: boolean,
  mode: 'every' | 'some',
): Predicate | QueryFault {
  const regex = compileRegex(source.value)
  if (regex.kind === 'fault') {
    const { message, hint } = regex
    return {
      code: 'query/regex',
      message: message.endsWith('.') ? message : `${message}.`,
      ...(hint === undefined ? {} : { hint }),
      offset: source.places[regex.offset] ?? source.offset,
    }
  }
  const test = matchesRegex(regex)
  if (!positive) return { kind: 'text', capture, test: negated(test), mode, ofNone: true, need: ANYTHING }
  const [, only, listed] = LIST_OF_NAMES.exec(source.value) ?? []
  return { kind: 'text', capture, test, mode, ofNone: false, need: regex.need, names: (only ?? listed)?.split('|') }
}

function readAnyOf(
  element: PredicateElement,
  name: 'any-of?' | 'not-any-of?',
  capture: string,
  rest: readonly PredicateArgument[],
): Predicate | QueryFault {
  const values = rest.flatMap((argument) => (argument.kind === 'string' ? [argument.value] : []))
  const odd = rest.find((argument) => argument.kind === 'capture')
  if (odd !== undefined) return faultAt(odd, 'query/predicate', `An argument of \`#${name}\` is not a string`)
  if (values.length === 0) return faultAt(element, 'query/predicate', `\`#${name}\` names no values`)
  const test = isOneOf(values)
  if (name === 'not-any-of?') return { kind: 'text', capture, test: negated(test), mode: 'some', ofNone: true, need: ANYTHING }
  return { kind: 'text', capture, test, mode: 'every', ofNone: false, need: { kind: 'some', of: values.map(needOfText) }, names: namesOf(values) }
}

function namesOf(texts: readonly string[]): readonly string[] | undefined {
  return texts.every(isWord) ? texts : undefined
}

/** A single character is in every file. */
function needOfText(text: string): LiteralNeed {
  return text.length < 2 ? ANYTHING : { kind: 'literal', text }
}

function unknownPredicate(element: PredicateElement): QueryFault {
  const nearest = nearestWord(element.name, NAMES)
  const hint = nearest === undefined ? `Known are ${NAMES.map((name) => `\`#${name}\``).join(', ')}.` : `did you mean \`#${nearest}\`?`
  return faultAt(element, 'query/unknown-predicate', `\`#${element.name}\` is not a predicate`, hint)
}

function unknownCapture(name: string, offset: number, known: readonly string[]): QueryFault {
  const nearest = nearestWord(name, known)
  const hint = nearest === undefined ? 'put the predicate after the captures that it refers to, in the same pattern' : `did you mean \`@${nearest}\`?`
  return { code: 'query/unknown-capture', message: `\`@${name}\` is not captured before the predicate.`, hint, offset }
}

function faultAt(place: { readonly offset: number }, code: string, message: string, hint?: string): QueryFault {
  return { code, message: `${message}.`, ...(hint === undefined ? {} : { hint }), offset: place.offset }
}
