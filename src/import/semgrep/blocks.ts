import type { MatcherSpec } from '../../model/rule-spec.ts'
import { semanticsOf } from '../../model/language-semantics.ts'

const JAVASCRIPT = ['program', 'statement_block', 'switch_case', 'switch_default', 'class_body']
const PYTHON = ['module', 'block']

/** Nodes that contain statements. */
export function blocksOf(languages: readonly string[]): MatcherSpec {
  const python = languages.includes('python')
  const others = languages.filter((language) => semanticsOf(language).blocks === 'braces')
  if (!python) return { kind: JAVASCRIPT }
  if (others.length === 0) return { kind: PYTHON }
  return {
    any: [
      { languages: [...others], kind: JAVASCRIPT },
      { languages: ['python'], kind: PYTHON },
    ],
  }
}
