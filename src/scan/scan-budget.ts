import { compareTexts } from '../model/compare-texts.ts'

/** Which files of a scan there are steps for. Files get theirs in the order of their paths, whatever the order in which they come: which are left out is decided by what those before took. */
export interface ScanBudget {
  /** Notes how many steps examining a file took. */
  note(path: string, steps: number): void
  /** Whether some file may be left out. */
  isSpent(): boolean
  /** Whether it is known that files before have taken all steps. Once all others are noted, it is known of each. */
  isSpentBefore(path: string): boolean
}

/** A budget of so many steps for all files together. The file that takes the last of them is done whole, so that something is looked at whatever the budget. */
export function createScanBudget(most: number): ScanBudget {
  const known: { readonly path: string; readonly steps: number }[] = []
  let total = 0
  /** The last file that there are steps for. */
  let last: string | undefined
  const isSpentBefore = (path: string): boolean => last !== undefined && compareTexts(path, last) > 0
  return {
    isSpent: () => last !== undefined,
    isSpentBefore,
    note: (path, steps) => {
      if (isSpentBefore(path)) return
      known.push({ path, steps })
      total += steps
      if (total < most) return
      known.sort((left, right) => compareTexts(left.path, right.path))
      total = 0
      const end = known.findIndex((file) => (total += file.steps) >= most)
      last = known[end].path
      known.length = end + 1
    },
  }
}

/** Divides steps by weight. Each part depends on the weights alone, so that parts may be used up in any order. */
export function shareSteps(steps: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => (sum === 0 ? 0 : Math.floor(steps * (weight / sum))))
}
