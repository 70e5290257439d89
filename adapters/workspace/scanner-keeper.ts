import { createScanner, listFiles, type Scanner, type ScannerOptions } from '../../src/node/index.ts'
import type { OpenedProject } from './open-project.ts'

/** Owns one scanner, and replaces it when the packs or the files of own rules change. */
export interface ScannerKeeper {
  /** Throws `RuleError` and `RuleFolderError`. The scanner is valid until the next call. */
  scannerFor(project: OpenedProject): Promise<Scanner>
  close(): Promise<void>
}

/** The options apply to every scanner. */
export function createScannerKeeper(options: Pick<ScannerOptions, 'cache' | 'workers' | 'onCacheFault'>): ScannerKeeper {
  let current: { readonly signature: string; readonly scanner: Scanner } | undefined
  const drop = async (): Promise<void> => {
    const old = current
    current = undefined
    await old?.scanner.close()
  }
  return {
    scannerFor: async (project) => {
      const signature = await signRules(project)
      if (current?.signature === signature) return current.scanner
      await drop()
      const { packs, rules, root } = project
      const scanner = await createScanner({ ...options, packs, rules, linksWithin: root })
      current = { signature, scanner }
      return scanner
    },
    close: drop,
  }
}

/** Changes when packs change, or when a file of own rules is added, removed or written. */
async function signRules({ packs, rules }: OpenedProject): Promise<string> {
  const versions: string[] = []
  if (rules.length > 0)
    for await (const file of await listFiles(rules, { noIgnore: true })) if ('version' in file) versions.push(`${file.location} ${file.version}`)
  return JSON.stringify([packs, rules, versions])
}
