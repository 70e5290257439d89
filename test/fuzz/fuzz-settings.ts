/** Duration and seed of fuzzing. CI uses the default; `npm run fuzz` takes ten minutes with a new seed. */
export const FUZZ_SECONDS = Number(process.env.ASSAY_FUZZ_SECONDS ?? 6)

/** Printed when a round fails. With ASSAY_FUZZ_ROUND only that round runs. */
export const FUZZ_SEED = process.env.ASSAY_FUZZ_SEED ?? 'assay'

export const FUZZ_ROUND = process.env.ASSAY_FUZZ_ROUND === undefined ? undefined : Number(process.env.ASSAY_FUZZ_ROUND)
