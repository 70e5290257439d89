import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { RuleSpec } from '../../src/model/rule-spec.ts'
import { root } from '../../tools/root.mjs'
import { listRuleFiles } from './list-rule-ids.ts'

interface Weight {
  readonly severity?: string | undefined
  readonly confidence?: string | undefined
  readonly scope?: string | undefined
}

/** Uncertain findings should not alarm: one in ten findings at low confidence in real applications was correct. */
it('rules with low confidence have low severity', () => {
  const files = listRuleFiles()
  const loud = files.flatMap((file) => loudRows(parse(readFileSync(join(root, 'rules', file), 'utf8')), file))
  expect(loud).toEqual([])
})

function loudRows(spec: RuleSpec, file: string): string[] {
  const ends = [spec.taint?.sources ?? [], spec.taint?.sinks ?? []]
  const rows: readonly Weight[] = [...ends.flat(), ...(spec.weaker ?? [])]
  // Callers of functions that a package exports are unknown, and their weaknesses are published ones.
  const isLoud = ({ severity = spec.severity, confidence, scope }: Weight): boolean =>
    confidence === 'low' && severity !== 'low' && !(severity === 'medium' && scope === 'entry')
  const loud = rows.flatMap((row, index) => (isLoud(row) ? [`${file}: row ${index + 1}`] : []))
  const isHushed = spec.severity === 'low' || ends.some((end) => end.length > 0 && end.every(({ severity }) => severity === 'low'))
  return spec.confidence === 'low' && !isHushed ? [...loud, `${file}: the rule`] : loud
}
