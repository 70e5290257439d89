/**
 * Names that say of a file that it tries out others: tests and what they stand on, mocks, stories, and settings of test runners. Folders named `test` and `tests` count where tests lie: at the
 * top of a repository, of a package of it, and of an application of Python. Deeper ones may well be what a program is about: of a laboratory, of a school; so they count where nothing around them is routed.
 */
const TEST_CODE: readonly RegExp[] = [
  // Of Python
  /(?:^|\/)(?:(?:test_[^/]*|tests|conftest)\.py|tests?\/settings\.py|settings\/(?:test[^/]*|ci)\.py)$/,
  // testhelp.js, testHelpers.ts, test_utils.js, testutils.py
  /(?:^|\/)tests?[-_]?(?:help|helpers?|utils?|support|setup|fixtures?)\.(?:py|[cm]?[jt]sx?)$/i,
  // bench_hashes.py, benchmark-parser.js
  /(?:^|\/)bench(?:mark)?[-_][^/]+\.(?:py|[cm]?[jt]sx?)$/i,
  /(?:^|\/)(?:jest|vitest|playwright|cypress|karma|protractor|wdio)\.[^/]*$/,
  /(?:^|\/)(?:__tests?__|__mocks__|__specs__|__fixtures__|testdata|test-utils|test_utils|\.storybook)\//,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/|src\/)?(?:tests?|specs?|e2e|cypress|playwright)\//,
  // What tests run against
  /(?:^|\/)(?:[\w-]+[-_])?tests?[-_]?(?:env|environments?|bed|harness|stack)\//,
  // Tests of load and speed, and what stands in for the rest of the world. Programs of Python keep applications under such names.
  /(?:^|\/)(?:(?:load|stress|perf|performance|soak|smoke)[-_]?(?:tests?|testing)|k6|gatling|artillery)\//,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/)?(?:benchmarks?|performance|stories)\/(?!.*\.py$)/,
  /^(?:(?:packages|apps|libs|modules|plugins|projects|services)\/[^/]+\/|src\/)?(?:mocks|fixtures)\/(?!.*\.py$)/,
  /^(?:(?:src|apps)\/)?[^/]+\/tests?\/(?:.*\/)?[^/]+\.py$/,
]

/** Names of files alone: order.test.ts, order_spec.rb, order.e2e-spec.ts, order.cy.js, order.mock.ts, order.stories.tsx */
const TEST_NAME = /[._](?:tests?|specs?)\.|-(?:tests|specs?)\.|\.(?:e2e|cy|mocks?|stories)\./

const SCRIPT = /[^/]\.[cm]?[jt]sx?$/
const TEST_FOLDER = /\/(?:tests?|e2e)\//
const TEST_SCRIPT = /\/tests?\.[cm]?[jt]s$/
const ROUTED = /(?:^|\/)(?:app|apps|pages?|routes?|api|views?|controllers?|components?|modules?|features?|screens?|server|services?|src)\//

/** Further names of what tries out a library, and is no use of it in earnest. */
const TRIALS = /(?:^|\/)(?:tests?|specs?|examples?|benchmarks?|bench|demos?)\/|[._-](?:test|spec|bench|stories)\.\w+$|(?:^|\/)(?:test|example)\.\w+$/

/** Whether a file is test code, by its path. Rules leave it out unless they say otherwise. Examples and development scripts are none: people copy the ones and run the others. */
export function isTestCode(path: string): boolean {
  const plain = withSlashes(path)
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  return TEST_NAME.test(name) || TEST_CODE.some((pattern) => pattern.test(plain)) || (isDeepTest(plain) && !ROUTED.test(plain))
}

/** Deeper folders of tests of JavaScript, and files of that name alone. They count where no folder around them is one of routes, pages or parts of them. */
function isDeepTest(path: string): boolean {
  return (SCRIPT.test(path) && TEST_FOLDER.test(path)) || TEST_SCRIPT.test(path)
}

/** Whether a file tries others out: a test, an example, a benchmark. That it imports a file does not make that one a part of a program. */
export function isTrial(path: string): boolean {
  return isTestCode(path) || TRIALS.test(withSlashes(path))
}

/** `/` and `./` at the start say nothing. */
function withSlashes(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
}
