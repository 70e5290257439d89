import type { RuleSpec } from '../../model/rule-spec.ts'
import { isPlain, textsOf } from '../plain-value.ts'

/** The paths of a rule. Semgrep scans test code too, and its patterns without a leading slash hold at any depth, for files and folders. */
export function translatePaths(value: unknown): NonNullable<RuleSpec['paths']> {
  const paths = isPlain(value) ? value : {}
  const include = textsOf(paths['include']).flatMap(toGlobs)
  const exclude = textsOf(paths['exclude']).flatMap(toGlobs)
  return { ...(include.length > 0 && { include }), ...(exclude.length > 0 && { exclude }), tests: true }
}

function toGlobs(written: string): readonly string[] {
  const anchored = written.startsWith('/')
  const plain = written.replace(/^\.?\//, '').replace(/\/$/, '')
  if (plain === '') return []
  const base = anchored || plain.startsWith('**/') ? plain : `**/${plain}`
  if (base.endsWith('/**')) return [base]
  return written.endsWith('/') ? [`${base}/**`] : [base, `${base}/**`]
}
