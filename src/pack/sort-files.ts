import { compareTexts } from '../model/compare-texts.ts'
import type { PackFile } from '../model/rule-pack.ts'

/** Sorts by path, and files with the same path by text, so that the result does not depend on the input order. */
export function sortFiles(files: readonly PackFile[]): readonly PackFile[] {
  return [...files].sort((left, right) => compareTexts(left.path, right.path) || compareTexts(left.text, right.text))
}
