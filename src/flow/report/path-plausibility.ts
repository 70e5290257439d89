import { BOUNDS } from '../../model/bounds.ts'
import type { TraceStep } from '../../model/finding.ts'
import type { Confidence } from '../../model/severity.ts'
import { isChange, isReceiverCall, stepKind } from './build-trace.ts'

/**
 * Paths of data that may be tainted are not reported if they have more changes of the data than this, calls and returns aside, through more files
 * than this. Each change may be a wrong guess, such as which of many callers gets a result. In a large application (MLflow), paths that a person
 * could follow had at most seven changes. These kinds of path were always wrong where they were reviewed: more than ten changes in many files, more
 * than twenty changes in few files, and many files with more calls on objects than this.
 */
const MAX_FILES = BOUNDS.plausibleFiles.value
const MAX_CHANGES = BOUNDS.plausibleChanges.value
const FEW_FILES = 2
const MAX_CHANGES_IN_FEW_FILES = BOUNDS.plausibleChangesInFewFiles.value
const MAX_RECEIVER_CALLS = BOUNDS.plausibleReceiverCalls.value

/**
 * Paths of so many steps, or through so many files, are likely to be wrong: they have low severity and confidence. Of 621 paths that were
 * reviewed in 67 applications 149 were of this kind: 9 were right and 125 wrong. Of the others 102 were right and 167 wrong. Where the
 * confidence of a rule is medium, so are paths with this many calls and returns through several files: 26 were right and 132 wrong. None of the
 * reviewed ones was in one file, where the calls are certain.
 */
const STEPS_OF_UNLIKELY_PATH = 12
const FILES_OF_UNLIKELY_PATH = 4
const CALLS_OF_UNLIKELY_PATH = 3

/** Whether a path depends on too many guesses, if its data is tainted only possibly. */
export function isImplausible({ trace }: { readonly trace: readonly TraceStep[] }): boolean {
  const changes = trace.filter(isChange).length
  const receiverCalls = trace.filter(isReceiverCall).length
  if (changes <= MAX_CHANGES && receiverCalls <= MAX_RECEIVER_CALLS) return false
  const files = new Set(trace.map(({ file }) => file)).size
  return files > MAX_FILES || (files > FEW_FILES && changes > MAX_CHANGES_IN_FEW_FILES)
}

/** Whether a path is probably wrong, for a source and a rule with this confidence. */
export function isUnlikely(trace: readonly TraceStep[], confidence: Confidence): boolean {
  const calls = trace.filter((step) => ['enters', 'leaves'].includes(stepKind(step) ?? '')).length
  const files = new Set(trace.map(({ file }) => file)).size
  return (
    trace.length >= STEPS_OF_UNLIKELY_PATH ||
    files >= FILES_OF_UNLIKELY_PATH ||
    (confidence === 'medium' && files > 1 && calls >= CALLS_OF_UNLIKELY_PATH)
  )
}
