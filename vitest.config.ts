import { defineConfig } from 'vitest/config'

/** What `npm test` runs. Files share their process, so that the engine and the rules are loaded once for each core: a test leaves nothing behind in it. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.slow.test.ts'],
    globalSetup: ['test/pool/bundle-threads.mjs'],
    isolate: false,
    // Garbage collection took a tenth of the time with the default of 16 MB.
    execArgv: ['--max-semi-space-size=64'],
    // All cores: by itself it leaves one to a terminal that watches.
    maxWorkers: '100%',
    testTimeout: 60_000,
    // Opening a scanner takes longest while other work runs.
    hookTimeout: 60_000,
    // CI compares snapshots and never writes one.
    update: false,
  },
})
