import type { FileCost, ScanProfile } from '../../model/scan-profile.ts'
import type { Phase } from './phase-clock.ts'

/** Records the costs of files, phases and rules, if the scan requests it. All times are in milliseconds. */
export interface Profiler {
  /** Assigns the following times to this file, or to all files. */
  enter(file?: { readonly path: string; readonly bytes: number }): void
  /** A phase begins. The returned function is called with its own time at its end. */
  observe(): (phase: Phase, milliseconds: number) => void
  /** Work that these rules share. */
  charge(rules: readonly number[], milliseconds: number): void
  read(ruleId: (rule: number) => string): ScanProfile
}

interface Cost {
  milliseconds: number
  bytes: number
  files: number
  /** The file whose bytes were counted last. */
  last: FileEntry | undefined
}

interface FileEntry {
  readonly path: string
  readonly bytes: number
  milliseconds: number
}

/** Creates the profiler of a scan. Rules are identified by their index in `Ruleset.rules`. */
export function createProfiler(): Profiler {
  const files = new Map<string, FileEntry>()
  const phases = new Map<Phase, Cost>()
  const rules = new Map<number, Cost>()
  let current: FileEntry | undefined
  return {
    enter: (file) => {
      current = file && (files.get(file.path) ?? { ...file, milliseconds: 0 })
      if (current !== undefined) files.set(current.path, current)
    },
    observe: () => {
      const file = current
      return (phase, milliseconds) => {
        addTo(phases, phase, milliseconds, file)
        if (file !== undefined) file.milliseconds += milliseconds
      }
    },
    charge: (shared, milliseconds) => {
      for (const rule of shared) addTo(rules, rule, milliseconds / shared.length, current)
    },
    read: (ruleId) => ({
      phases: [...phases].map(([phase, cost]) => ({ phase, ...toTold(cost) })).sort(bySlowness),
      rules: [...rules].map(([rule, cost]) => ({ rule: ruleId(rule), ...toTold(cost), files: cost.files })).sort(bySlowness),
      files: [...files.values()].map((file) => ({ file: file.path, ...toTold(file) })).sort(bySlowness),
    }),
  }
}

function addTo<Key>(costs: Map<Key, Cost>, key: Key, milliseconds: number, file: FileEntry | undefined): void {
  const cost = costs.get(key) ?? { milliseconds: 0, bytes: 0, files: 0, last: undefined }
  costs.set(key, cost)
  cost.milliseconds += milliseconds
  if (file === undefined || cost.last === file) return
  cost.bytes += file.bytes
  cost.files++
  cost.last = file
}

function toTold({ milliseconds, bytes }: Pick<FileEntry, 'milliseconds' | 'bytes'>): Omit<FileCost, 'file'> {
  return { milliseconds, bytes, nanosecondsPerByte: bytes === 0 ? 0 : (milliseconds * 1e6) / bytes }
}

function bySlowness(left: { readonly milliseconds: number }, right: { readonly milliseconds: number }): number {
  return right.milliseconds - left.milliseconds
}
