/** Options of a scan pool whose threads run the sources of this checkout. */
export const sourceThreads = {
  execArgv: ['--import', new URL('./typescript-hooks.mjs', import.meta.url).href],
} as const

/** The same with a scanner that misbehaves on instructions in files. */
export const obedientThreads = {
  ...sourceThreads,
  scanner: new URL('./obedient-scanner.ts', import.meta.url),
} as const
