import { defineConfig } from 'vitest/config'

/** What `npm run test:slow` runs: laws over all sample code, hostile input, fuzzing, soaking. Each file has a process of its own. */
export default defineConfig({
  test: {
    include: ['test/**/*.slow.test.ts'],
    // All cores: by itself it leaves one to a terminal that watches.
    maxWorkers: '100%',
    testTimeout: 120_000,
    update: false,
  },
})
