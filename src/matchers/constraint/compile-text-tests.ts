import type { Bound } from '../../model/bindings.ts'
import { boundConstant, boundText } from '../../model/bound.ts'
import { ANYTHING } from '../../model/literal-need.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { ConstraintObject } from '../../model/rule-spec.ts'
import { decodeBase64 } from '../../text/decode-base64.ts'
import { hasChecksum } from '../../text/checksum.ts'
import { shannonEntropy } from '../../text/shannon-entropy.ts'
import { tokenRarity } from '../../text/token-rarity.ts'
import type { CompileFault, ConstraintTest } from '../node-compiler.ts'
import { rememberTexts } from '../remember-texts.ts'
import { bindGroups, compileRuleRegex } from '../rule-regex.ts'
import { someMatch } from './match-in-value.ts'
import { simpleTest } from './simple-test.ts'

/** Reading 2 to the power of this number of characters costs a step, because nested code is read again at each level. */
const TEXT_STEPS = 4

/**
 * `regex`: matches anywhere in the text. Named groups of a match in the file's own text or in a scalar of a document become metavariables. Undefined
 * for a malformed regex, which is reported at `path`.
 */
export function compileRegexTest(source: string, path: SpecPath, report: (fault: CompileFault) => void): ConstraintTest | undefined {
  const regex = compileRuleRegex(source, path, report)
  if (regex === undefined) return undefined
  const holds = rememberTexts((text) => regex.test(text))
  const test: ConstraintTest['test'] = (context, bound, bindings, accept) => {
    const text = readText(context, bound)
    if (regex.groupNames.length > 0 && bound.kind === 'value') return someMatch(regex, { context, value: bound.value, text, bindings }, accept)
    if (regex.groupNames.length === 0 || bound.kind !== 'text') return holds(text) && accept(bindings)
    const match = regex.find(text, 0)
    return match !== undefined && accept(bindGroups(bindings, match, bound.start))
  }
  return { need: ANYTHING, absent: false, test }
}

/** `entropy`: a minimum Shannon entropy in bits per character. */
export function compileEntropy(least: number): ConstraintTest {
  return simpleTest((context, bound) => shannonEntropy(readText(context, bound)) >= least)
}

/** `rarity`: a minimum share of sequences that are rare in words and names. */
export function compileRarity(least: number): ConstraintTest {
  return simpleTest((context, bound) => tokenRarity(readText(context, bound)) >= least)
}

/** `checksum`: the text has a correct checksum of this kind. */
export function compileChecksum(checksum: NonNullable<ConstraintObject['checksum']>): ConstraintTest {
  return simpleTest((context, bound) => hasChecksum(checksum, textOf(context, bound)))
}

/** `base64`: the text decodes, and the decoded text satisfies this constraint. */
export function compileBase64(inner: ConstraintTest): ConstraintTest {
  return simpleTest((context, bound) => {
    const decoded = decodeBase64(textOf(context, bound))
    if (decoded === undefined) return false
    return inner.test(context, { kind: 'key', text: decoded, start: 0, end: 0 }, undefined, () => true)
  })
}

function readText(context: MatchContext, bound: Bound): string {
  const text = textOf(context, bound)
  context.spend(text.length >> TEXT_STEPS)
  return text
}

/** The value of a constant as text, otherwise the source text. */
function textOf(context: MatchContext, bound: Bound): string {
  const value = boundConstant(context, bound)
  return value === undefined ? boundText(context, bound) : String(value)
}
