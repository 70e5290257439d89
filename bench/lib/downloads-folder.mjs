import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The folder for everything that benchmarks download: packages, applications and other scanners. It is outside the repository, so that all clones and worktrees share it.
 * `ASSAY_BENCH_DOWNLOADS` names another folder.
 */
export const downloadsFolder = resolve(
  process.env.ASSAY_BENCH_DOWNLOADS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'assay-bench'),
)
