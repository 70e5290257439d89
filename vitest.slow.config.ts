import { defineConfig } from 'vitest/config'

/** Files that need a process of their own: they measure it, fill its memory, or start tree-sitter in another way. */
const ALONE = [
  'test/cli/old-code.slow.test.ts',
  'test/engines-backtracking/witness.slow.test.ts',
  'test/flow/hostile.slow.test.ts',
  'test/fuzz/*.slow.test.ts',
  'test/http/hostile-*.slow.test.ts',
  'test/http/soak.slow.test.ts',
  'test/matchers/hostile.slow.test.ts',
  'test/scanner/memory.slow.test.ts',
  'test/scanner/started-elsewhere.slow.test.ts',
]

const shared = {
  globalSetup: ['test/pool/bundle-threads.mjs'],
  // All cores: by itself it leaves one to a terminal that watches. One worker more than cores is not faster.
  maxWorkers: '100%',
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** Garbage collection took a tenth of the time with the default of 16 MB. */
const young = { execArgv: ['--max-semi-space-size=64'] }

/** What `npm run test:slow` runs: laws over all sample code, hostile input, fuzzing, soaking, and programs that are started as users start them. */
export default defineConfig({
  test: {
    update: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['test/**/*.slow.test.ts'],
          exclude: ALONE,
          isolate: false,
          ...young,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...shared, name: 'alone', include: ALONE, sequence: { groupOrder: 1 } } },
    ],
  },
})
