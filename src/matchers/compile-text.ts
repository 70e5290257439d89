import type { RegexMatch } from '../engines/regex/regex-match.ts'
import type { Bindings } from '../model/bindings.ts'
import { ANYTHING, NOTHING } from '../model/literal-need.ts'
import type { MatchContext, TextMatcher } from '../model/matcher.ts'
import type { Span } from '../model/position.ts'
import type { SpecPath } from '../model/rule-pack.ts'
import type { MatcherSpec } from '../model/rule-spec.ts'
import { bind, boundText, lookup, MATCH } from '../model/bound.ts'
import { compilePlace, type PlaceKind } from './compile-place.ts'
import type { PlaceCompiler } from './place-compiler.ts'
import { bindGroups, compileRuleRegex } from './rule-regex.ts'

const TEXT: PlaceKind<Span> = {
  own: (spec, path, compiler) => (spec.regex === undefined ? [] : [compileSearch(spec.regex, [...path, 'regex'], compiler)]),
  toBound: ({ start, end }) => ({ kind: 'text', start, end }),
}

/** Compiles a matcher over the text of a file. Each match binds `$MATCH` to a range of it. */
export function compileText(spec: MatcherSpec, path: SpecPath, compiler: PlaceCompiler): TextMatcher {
  return compilePlace(TEXT, spec, path, compiler)
}

/**
 * Every match in the text is a solution. Groups that are already bound must have the same text. The first regex of a matcher determines the reported
 * range.
 */
function compileSearch(source: string, path: SpecPath, { isPlanned, report }: PlaceCompiler): TextMatcher {
  const regex = compileRuleRegex(source, path, report)
  if (regex === undefined) return { need: NOTHING, test: () => false }
  return {
    need: isPlanned ? ANYTHING : regex.need,
    test: (context, place, bindings, accept) => {
      const { text } = context.file
      let from = place.start
      for (;;) {
        const match = regex.find(text, from)
        if (match === undefined || match.end > place.end) return false
        context.spend(1)
        const { start, end } = match
        const found = lookup(bindings, MATCH) === undefined ? bind(bindings, MATCH, { kind: 'text', start, end }) : bindings
        if (agrees(context, bindings, match) && accept(bindGroups(found, match, 0))) return true
        from = match.end > match.start ? match.end : match.end + 1
        if (from > place.end) return false
      }
    },
  }
}

function agrees(context: MatchContext, bindings: Bindings, { groups }: RegexMatch): boolean {
  const { text } = context.file
  return groups.every(({ name, start, end }) => {
    const bound = lookup(bindings, `$${name}`)
    return bound === undefined || boundText(context, bound) === text.slice(start, end)
  })
}
