import { resolve } from 'node:path'
import type { TriageSettings } from '../../triage/index.ts'
import type { Engine, TriageModule } from '../engine/library-modules.ts'
import type { ScanFlags } from '../flags/scan-flags.ts'
import { CommandError } from '../process/command-error.ts'
import { EXIT_CODES } from '../process/exit-codes.ts'

/** What the operator configured for a triage, and the key if it is needed. */
export interface OperatorSettings {
  readonly settings: TriageSettings
  readonly key: string
}

/** Reads the settings of the triage and the key. Throws `CommandError` for a mistake, before anything is scanned. */
export function readOperatorSettings(
  { triageSettings, triageDryRun, trustedConfig }: ScanFlags,
  triage: Pick<TriageModule, 'readTriageSettings' | 'TRIAGE_KEY' | 'TriageSettingsError'>,
  { findProjectRoot, isWithin }: Pick<Engine, 'findProjectRoot' | 'isWithin'>,
): OperatorSettings {
  const file = triageSettings ?? process.env.ASSAY_TRIAGE_SETTINGS
  if (trustedConfig !== undefined && file !== undefined && file !== '' && isWithin(resolve(file), findProjectRoot(process.cwd())))
    throw refuse(
      `--trusted-config does not allow settings of the triage inside the repository (\`${file}\`): a change under review could send the key elsewhere. Move them outside, or use ASSAY_TRIAGE_PROVIDER, ASSAY_TRIAGE_BASE_URL and ASSAY_TRIAGE_MODEL.`,
    )
  const key = process.env[triage.TRIAGE_KEY] ?? ''
  if (key === '' && triageDryRun !== true)
    throw refuse(
      `--triage needs the key of the API in the environment variable ${triage.TRIAGE_KEY}. To see what would be sent, use --triage-dry-run.`,
    )
  try {
    return { settings: triage.readTriageSettings({ env: process.env, file }), key }
  } catch (error) {
    throw error instanceof triage.TriageSettingsError ? refuse(error.message) : error
  }
}

function refuse(message: string): CommandError {
  return new CommandError(EXIT_CODES.wrongUsage, message)
}
