/**
 * Paths of tests, their support files, mocks, stories, and settings of test runners. Folders named `test` and `tests` count at the usual levels: at
 * the top of a repository, of a package, and of a Python application. Deeper ones may be the subject of a program (of a laboratory, of a school), so
 * they count only if no folder around them contains routes.
 */
const TEST_CODE: readonly RegExp[] = [
  // Python
  /(?:^|\/)(?:(?:test_[^/]*|tests|conftest)\.py|tests?\/settings\.py|settings\/(?:test[^/]*|ci)\.py)$/,
  // testhelp.js, testHelpers.ts, test_utils.js, testutils.py
  /(?:^|\/)tests?[-_]?(?:help|helpers?|utils?|support|setup|fixtures?)\.(?:py|[cm]?[jt]sx?)$/i,
  // bench_hashes.py, benchmark-parser.js
  /(?:^|\/)bench(?:mark)?[-_][^/]+\.(?:py|[cm]?[jt]sx?)$/i,
  /(?:^|\/)(?:jest|vitest|playwright|cypress|karma|protractor|wdio)\.[^/]*$/,
  /(?:^|\/)(?:__tests?__|__mocks__|__specs__|__fixtures__|testdata|test-utils|test_utils|\.storybook)\//,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/|src\/)?(?:tests?|specs?|e2e|cypress|playwright)\//,
  // Files that tests run against
  /(?:^|\/)(?:[\w-]+[-_])?tests?[-_]?(?:env|environments?|bed|harness|stack)\//,
  // Load and performance tests, and fakes. Python programs also have applications with such names.
  /(?:^|\/)(?:(?:load|stress|perf|performance|soak|smoke)[-_]?(?:tests?|testing)|k6|gatling|artillery)\//,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/)?(?:benchmarks?|performance|stories)\/(?!.*\.py$)/,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/|src\/)?(?:mocks|fixtures)\/(?!.*\.py$)/,
  /^(?:(?:src|apps)\/)?[^/]+\/tests?\/(?:.*\/)?[^/]+\.py$/,
]

/** File names only: order.test.ts, order_spec.rb, order.e2e-spec.ts, order.cy.js, order.mock.ts, order.stories.tsx */
const TEST_NAME = /[._](?:tests?|specs?)\.|-(?:tests|specs?)\.|\.(?:e2e|cy|mocks?|stories)\./

const SCRIPT = /[^/]\.[cm]?[jt]sx?$/
const TEST_FOLDER = /\/(?:tests?|e2e)\//
const TEST_SCRIPT = /\/tests?\.[cm]?[jt]s$/
const ROUTED = /(?:^|\/)(?:app|apps|pages?|routes?|api|views?|controllers?|components?|modules?|features?|screens?|server|services?|src)\//

/** Further names of code that only demonstrates or measures a library. */
const TRIALS = /(?:^|\/)(?:tests?|specs?|examples?|benchmarks?|bench|demos?)\/|[._-](?:test|spec|bench|stories)\.\w+$|(?:^|\/)(?:test|example)\.\w+$/

/** Whether a path belongs to test code, which rules skip by default. Examples and development scripts do not: people copy or run them. */
export function isTestCode(path: string): boolean {
  const plain = withSlashes(path)
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  return TEST_NAME.test(name) || TEST_CODE.some((pattern) => pattern.test(plain)) || (isDeepTest(plain) && !ROUTED.test(plain))
}

/**
 * Deeper JavaScript folders named after tests, and files with only that name. They count if no folder around them contains routes, pages or
 * components.
 */
function isDeepTest(path: string): boolean {
  return (SCRIPT.test(path) && TEST_FOLDER.test(path)) || TEST_SCRIPT.test(path)
}

/** Whether a file is a test, an example or a benchmark. Its imports do not make the imported file part of a program. */
export function isTrial(path: string): boolean {
  return isTestCode(path) || TRIALS.test(withSlashes(path))
}

/** Drops a leading `/` or `./`. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
}
