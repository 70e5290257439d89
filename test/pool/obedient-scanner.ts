import type { SkippedFile } from '../../src/model/gap.ts'
import type { ScanResult } from '../../src/model/result.ts'
import type { Scanner } from '../../src/model/scanner.ts'

const kept: WebAssembly.Memory[] = []

/** Obeys the content of each file, to put a thread into states that real source code cannot. */
const ORDERS: Readonly<Record<string, () => void | Promise<void>>> = {
  // Blocks the thread without use of a processor, which other tests need meanwhile.
  'block forever': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'loop forever': () => {
    for (;;) Math.sqrt(2)
  },
  'block 300 ms': () => {
    const end = performance.now() + 300
    while (performance.now() < end) Math.sqrt(2)
  },
  'wait 300 ms': () => new Promise((resolve) => setTimeout(resolve, 300)),
  exit: () => process.exit(3),
  throw: () => {
    throw new TypeError('a message that quotes secret-marker\n    at secret-marker (secret-marker.js:1:1)')
  },
  'throw later': () => void setTimeout(() => Promise.reject(new Error('secret-marker')), 0),
  'fill the heap': () => {
    const all: unknown[] = []
    for (;;) all.push({ all: [all.length] })
  },
  'grow WebAssembly memory': () => void kept.push(new WebAssembly.Memory({ initial: 1024 })),
  print: () => console.log('secret-marker'),
}

/** A scanner for tests. Packs named `missing` cannot be loaded. */
export async function createScanner(options: { packs: readonly string[] }): Promise<Scanner> {
  if (options.packs.includes('missing')) throw new Error('There is no pack `missing`.')
  return {
    rules: [],
    async scan(files) {
      let filesScanned = 0
      const skipped: SkippedFile[] = []
      for await (const file of files) {
        if ('content' in file && file.content === 'answer 40 MB') skipped.push({ file: file.path, reason: 'binary', detail: 'a'.repeat(40_000_000) })
        if ('content' in file) await ORDERS[String(file.content)]?.()
        filesScanned += 1
      }
      return {
        ...EMPTY,
        filesScanned,
        skipped,
        version: { ...EMPTY.version, packs: options.packs.map((name) => ({ name, version: '1', rules: 0 })) },
      }
    },
    explain: () => Promise.reject(new Error('not explained')),
    readSyntax: async ({ path }) => ({ path, language: 'text', nodes: [], problems: [] }),
    close: async () => {},
  }
}

const EMPTY: ScanResult = {
  grade: 'A+',
  score: 100,
  filesScanned: 0,
  filesRead: { code: 0, configuration: 0, text: 0 },
  criticalCount: 0,
  highCount: 0,
  mediumCount: 0,
  lowCount: 0,
  findings: [],
  skipped: [],
  partial: [],
  unread: [],
  scannedAsIs: [],
  suppressed: [],
  unusedSuppressions: [],
  version: { engine: '0', formula: '1', packs: [] },
}
