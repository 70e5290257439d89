import type { NoteKeeper } from '../note-keeper.ts'
import { type Plain, textsOf } from '../plain-value.ts'

/** The languages of a rule, all of one kind: how its patterns are read. */
export interface RuleLanguages {
  readonly native: readonly string[]
  readonly kind: 'code' | 'document' | 'hcl' | 'instructions' | 'text'
}

const NATIVE: Readonly<Record<string, readonly [string, RuleLanguages['kind']] | undefined>> = {
  javascript: ['javascript', 'code'],
  js: ['javascript', 'code'],
  typescript: ['typescript', 'code'],
  ts: ['typescript', 'code'],
  python: ['python', 'code'],
  python2: ['python', 'code'],
  python3: ['python', 'code'],
  py: ['python', 'code'],
  yaml: ['yaml', 'document'],
  json: ['json', 'document'],
  dockerfile: ['dockerfile', 'instructions'],
  docker: ['dockerfile', 'instructions'],
  hcl: ['hcl', 'hcl'],
  terraform: ['hcl', 'hcl'],
  tf: ['hcl', 'hcl'],
  generic: ['text', 'text'],
  regex: ['text', 'text'],
  none: ['text', 'text'],
}

/** Undefined, with a note, if Assay reads none of the languages. */
export function readLanguages(rule: Plain, notes: NoteKeeper): RuleLanguages | undefined {
  const written = textsOf(rule['languages'])
  const known = written.flatMap((name) => {
    const found = NATIVE[name.toLowerCase()]
    return found === undefined ? [] : [found]
  })
  const foreign = written.filter((name) => NATIVE[name.toLowerCase()] === undefined)
  const [first] = known
  if (first === undefined) {
    notes.add('languages', 'rule', written.length === 0 ? 'The rule names no language.' : `Assay does not read ${foreign.join(', ')}.`)
    return undefined
  }
  const kind = first[1]
  const native = [...new Set(known.flatMap(([name, each]) => (each === kind ? [name] : [])))]
  const others = known.flatMap(([name, each]) => (each === kind ? [] : [name]))
  const left = [...foreign, ...others]
  if (left.length > 0) notes.add('languages', 'part', `The rule is imported for ${native.join(', ')}, and not for ${left.join(', ')}.`)
  return { native, kind }
}
