import { compareTexts } from '../model/compare-texts.ts'

/** Decides which files of a scan get steps. Files use steps in the order of their paths, whatever the order in which they arrive. */
export interface ScanBudget {
  /** Records the steps of a file. */
  note(path: string, steps: number): void
  /** Whether some file may be left out. */
  isSpent(): boolean
  /** Whether files before this path are known to have used all steps. After all others are recorded, this is known for each file. */
  isSpentBefore(path: string): boolean
}

/** A budget of steps for all files. The file that spends the last step is scanned completely, so that at least one file is always scanned. */
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

/** Divides steps by weight. Each part depends only on the weights, so that parts may be used in any order. */
export function shareSteps(steps: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => (sum === 0 ? 0 : Math.floor(steps * (weight / sum))))
}
