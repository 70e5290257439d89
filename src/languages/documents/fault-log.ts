import { type DocumentFault, MAX_DOCUMENT_FAULTS } from '../../model/document.ts'

/** Collects what a reader could not read. */
export interface FaultLog {
  /** The same fault twice in a row is one. */
  add(offset: number, detail: string): void
  /** In order of offset, at most `MAX_DOCUMENT_FAULTS`. */
  list(): readonly DocumentFault[]
}

/** One for each text that is read. */
export function createFaultLog(): FaultLog {
  const faults: DocumentFault[] = []
  return {
    add: (offset, detail) => {
      if (faults.at(-1)?.offset === offset && faults.at(-1)?.detail === detail) return
      // Readers go forwards, so what is dropped here lies behind what is kept, save for parts that were never closed.
      if (faults.length < MAX_DOCUMENT_FAULTS) faults.push({ offset, detail })
    },
    list: () => faults.toSorted((one, other) => one.offset - other.offset),
  }
}
