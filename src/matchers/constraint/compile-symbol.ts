import { hasTree } from '../../model/bound.ts'
import { needSome } from '../../model/literal-need.ts'
import type { SpecPath } from '../../model/rule-pack.ts'
import type { Symbols } from '../../model/symbols.ts'
import type { CompileFault, ConstraintTest } from '../node-compiler.ts'
import { compileAlternatives, compileNames, keysOf } from '../resolved-name.ts'
import { simpleTest } from './simple-test.ts'

/** `symbol`: the resolved name of the expression is one of these. `path` is their location. */
export function compileSymbol(symbol: string | readonly string[], path: SpecPath, report: (fault: CompileFault) => void): ConstraintTest {
  const written = typeof symbol === 'string' ? [symbol] : symbol
  const patterns = written.flatMap((name, index) => {
    const compiled = compileAlternatives(name)
    if (compiled !== undefined) return compiled
    report({
      code: 'call/malformed-name',
      message: `\`${name}\` is not a resolved name.`,
      hint: 'write segments joined by dots, such as `hashlib.md5` or `express().*`; `*` is any segment, and metavariables are for `pattern`',
      path: typeof symbol === 'string' ? path : [...path, index],
    })
    return []
  })
  const isNamed = compileNames(patterns)
  const names = keysOf(patterns)
  const endsRight = endTest(names)
  const test = simpleTest(
    (context, bound) => {
      if (bound.kind !== 'node' || !hasTree(context) || !endsRight(context.symbols, bound.node)) return false
      const name = context.symbols.nameOf(bound.node)
      return name !== undefined && isNamed(name)
    },
    needSome(patterns.map((pattern) => pattern.need)),
  )
  return { ...test, names }
}

/** Tests a name by its last segment first: most names fail, and resolving the complete name takes longer. */
function endTest(names: ReadonlySet<string> | undefined): (symbols: Symbols, node: number) => boolean {
  if (names === undefined || [...names].some((name) => name.endsWith('.'))) return () => true
  return (symbols, node) => names.has(symbols.lastNameOf(node) ?? '')
}
