import { CommandError } from '../../process/command-error.ts'
import type { Service } from '../../engine/library-modules.ts'
import { EXIT_CODES } from '../../process/exit-codes.ts'

/** Settings of the service. */
export type ServiceSettings = Extract<Awaited<ReturnType<Service['readServerSettings']>>, { kind: 'settings' }>['settings']

/** Reads the settings of the service. Throws `CommandError` with all mistakes. */
export async function readServiceSettings(
  config: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  { readServerSettings }: Service,
): Promise<ServiceSettings> {
  const read = await readServerSettings({ env, file: config })
  if (read.kind === 'settings') return read.settings
  const faults = read.faults.map(({ file, line, column, field, message }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':')
    return `  ${[place, field].filter((part) => part !== '').join('  ')}${field === '' ? ' ' : ': '}${message}`
  })
  throw new CommandError(EXIT_CODES.wrongUsage, ['the settings of the service are invalid:', ...faults].join('\n'))
}
