import { type Scanner, type SourceFile, toJson } from '../../src/node/index.ts'
import type { EngineData } from '../../src/engine-data.ts'
import { openVariant } from './load-rules.ts'

/** A variation that must not change a scan. */
export interface Law {
  readonly name: string
  /** Returns the result of the variation as JSON. */
  scan(files: readonly SourceFile[]): Promise<string>
}

/** A scanner, and the laws of it. */
export interface Laws {
  readonly usual: Scanner
  readonly laws: readonly Law[]
}

/** The laws for every rule. */
export async function openLaws(): Promise<Laws> {
  const open = (testing: NonNullable<EngineData['testing']>): Promise<Scanner> => openVariant(testing)
  const usual = await open({})
  const other = await open({ withoutPrefilter: true, walk: 'cursor' })
  return {
    usual,
    // All differences at once, because a scan takes long.
    laws: [
      {
        name: 'without the prefilter, by the cursor, in reverse order from the middle',
        scan: async (files) => toJson(await other.scan(rotate(files).toReversed())),
      },
    ],
  }
}

function rotate<T>(items: readonly T[]): readonly T[] {
  const middle = Math.floor(items.length / 2)
  return [...items.slice(middle), ...items.slice(0, middle)]
}
