/** How long files are mutated, and from which numbers. CI takes the default; `npm run fuzz` takes ten minutes, from another seed each time. */
export const FUZZ_SECONDS = Number(process.env.ASSAY_FUZZ_SECONDS ?? 6)

/** Printed when a round fails. With ASSAY_FUZZ_ROUND, that round is run alone. */
export const FUZZ_SEED = process.env.ASSAY_FUZZ_SEED ?? 'assay'

export const FUZZ_ROUND = process.env.ASSAY_FUZZ_ROUND === undefined ? undefined : Number(process.env.ASSAY_FUZZ_ROUND)
