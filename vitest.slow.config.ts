import { defineConfig } from 'vitest/config'

/** What `npm run test:slow` runs: laws over all sample code, hostile input, fuzzing, soaking. Each file has a process of its own. */
export default defineConfig({
  test: {
    include: ['test/**/*.slow.test.ts'],
    testTimeout: 120_000,
    update: false,
  },
})
