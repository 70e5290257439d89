import { compareTexts } from '../model/compare-texts.ts'
import type { PackFile } from '../model/rule-pack.ts'

/** By path; files that are given the same path by text, so that the order in which they came never shows. */
export function sortFiles(files: readonly PackFile[]): readonly PackFile[] {
  return [...files].sort((left, right) => compareTexts(left.path, right.path) || compareTexts(left.text, right.text))
}
