import type { Bound } from '../../model/bindings.ts'
import { boundSpan, boundText } from '../../model/bound.ts'
import type { MatchContext } from '../../model/matcher.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { CompileFault, ConstraintTest } from '../node-compiler.ts'
import { compileRuleRegex } from '../rule-regex.ts'
import { simpleTest } from './simple-test.ts'

/** Reading 2 to the power of this number of characters costs a step, because nested code is read again at each level. */
const TEXT_STEPS = 4

/** `source-text`: the code as written satisfies this constraint, for strings with their quotes. */
export function compileSourceText(inner: ConstraintTest): ConstraintTest {
  return overText(inner, boundText)
}

/** `line`: the lines that contain the value satisfy this constraint. */
export function compileLine(inner: ConstraintTest): ConstraintTest {
  return overText(inner, (context, bound) => {
    const { text } = context.file
    const { start, end } = boundSpan(context, bound) ?? { start: 0, end: 0 }
    const after = text.indexOf('\n', Math.max(start, end - 1))
    return text.slice(text.lastIndexOf('\n', start - 1) + 1, after < 0 ? text.length : after)
  })
}

/** `file-path`: the path of the file satisfies this constraint. */
export function compileFilePath(inner: ConstraintTest): ConstraintTest {
  return overText(inner, ({ file }) => file.path.replaceAll('\\', '/'))
}

/** `within`: a match of the regex in the text of the file contains the value. Undefined for a malformed regex, which is reported at `path`. */
export function compileWithin(source: string, path: SpecPath, report: (fault: CompileFault) => void): ConstraintTest | undefined {
  const regex = compileRuleRegex(source, path, report)
  if (regex === undefined) return undefined
  return simpleTest((context, bound) => {
    const span = boundSpan(context, bound)
    if (span === undefined) return false
    for (const { start, end } of regex.matchAll(context.file.text)) {
      context.spend(1 + ((end - start) >> TEXT_STEPS))
      if (start > span.start) return false
      if (end >= span.end) return true
    }
    return false
  })
}

function overText(inner: ConstraintTest, read: (context: MatchContext, bound: Bound) => string): ConstraintTest {
  return simpleTest((context, bound) => {
    const text = read(context, bound)
    context.spend(text.length >> TEXT_STEPS)
    return inner.test(context, { kind: 'key', text, start: 0, end: 0 }, undefined, () => true)
  })
}
