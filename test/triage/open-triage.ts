import { createScanner, prepareTriage, type Scanner, type ScanResult, triageResult } from '../../src/node/index.ts'
import { createModelTriage, type TriageSettings } from '../../adapters/triage/index.ts'
import { DEFAULT_TRIAGE } from '../../adapters/triage/settings/triage-settings.ts'

/** A file for a scan. */
export interface Sample {
  readonly path: string
  readonly content: string
}

/** A scanner that is opened when it is first needed. */
export function openSamples(): { scan(files: readonly Sample[]): Promise<ScanResult>; close(): Promise<void> } {
  let scanner: Promise<Scanner> | undefined
  return {
    scan: async (files) => {
      scanner ??= createScanner({ packs: ['public'] })
      return (await scanner).scan(files)
    },
    close: async () => (await scanner)?.close(),
  }
}

/** Settings for a stand-in, with times that suit tests. */
export function settingsFor(url: string, changes: Partial<TriageSettings> = {}): TriageSettings {
  const provider = changes.provider ?? 'openai'
  return {
    ...DEFAULT_TRIAGE,
    ...{ provider, baseUrl: provider === 'openai' ? `${url}/v1` : url, model: 'stand-in', retries: 0, severity: 'low' },
    ...changes,
  }
}

/** The result with the verdicts of the model that the settings name. */
export async function triageSamples(result: ScanResult, files: readonly Sample[], settings: TriageSettings): Promise<ScanResult> {
  const { severity, maxContextTokens } = settings
  const sourceOf = (path: string): string | undefined => files.find((file) => file.path === path)?.content
  const cases = await prepareTriage(result, { sourceOf, severity, maxContextTokens })
  return triageResult(result, cases, createModelTriage(settings, { key: 'key-of-the-test' }))
}
