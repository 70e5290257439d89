import { expect, test } from 'vitest'
import { compileGlob } from '../../src/engines/regex/compile-glob.ts'
import { compilePaths } from '../../src/compile/compile-paths.ts'

const cases: readonly [name: string, glob: string, matching: readonly string[], other: readonly string[]][] = [
  ['a star stays in its segment', 'src/*.ts', ['src/a.ts', 'src/.ts'], ['src/a/b.ts', 'src/a.tsx', 'a.ts']],
  ['two stars go any depth, none too', 'src/**/a.ts', ['src/a.ts', 'src/b/a.ts', 'src/b/c/a.ts'], ['a.ts', 'src/b/xa.ts']],
  ['two stars at the start', '**/test/**', ['test/a', 'x/test/a/b'], ['test', 'tests/a']],
  ['two stars at the end', 'vendor/**', ['vendor/a', 'vendor/a/b'], ['vendor', 'x/vendor/a']],
  ['a question mark is one character', 'a?.js', ['ab.js'], ['a.js', 'a/.js', 'abc.js']],
  ['braces are alternatives', '*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js', 'a.t']],
  ['classes and their negation', '[ab][!c].py', ['ad.py', 'bx.py'], ['ac.py', 'cd.py']],
  ['the literal text before a class or braces', 'src/*.test.{js,[mc]ts}', ['src/a.test.js', 'src/a.test.mts'], ['src/a.js', 'lib/a.test.js']],
  ['two stars within a segment', 'a**.js', ['a.js', 'abc.js', 'ab/c.js'], ['b.js', 'a.ts']],
  ['dots are dots', '*.config.js', ['next.config.js', '.config.js'], ['nextxconfig.js']],
]

test.each(cases)('%s', (_, glob, matching, other) => {
  const matches = compileGlob(glob)
  if (typeof matches !== 'function') throw new Error(matches.message)
  expect(matching.filter((path) => !matches(path))).toEqual([])
  expect(other.filter(matches)).toEqual([])
})

test.each([
  ['an unclosed class', 'a[b'],
  ['a class with a descending range', '*.[z-a]'],
  ['an unclosed brace', '{a,b'],
  ['an extended group', '+(a|b)'],
])('%s is a fault', (_, glob) => {
  expect(typeof compileGlob(glob)).toBe('object')
})

test('many stars match in linear time on a long path', () => {
  const matches = compileGlob('*a'.repeat(12))
  expect(typeof matches === 'function' && matches(`${'a'.repeat(5000)}b`)).toBe(false)
})

test.each<[name: string, glob: string, matching: readonly string[], other: readonly string[]]>([
  ['a folder', 'test/', ['test/a.js', 'test/b/c.js'], ['a/test/b.js', 'tests/a.js', 'test.js']],
  ['a path from the root', '/src/*.js', ['src/a.js', './src/a.js', '/src/a.js'], ['x/src/a.js']],
  ['a path from here', './lib/**', ['lib/a/b.js'], ['x/lib/a.js']],
  ['a file at the root', './a.js', ['a.js'], ['b/a.js']],
  ['a name', 'a.js', ['a.js', 'b/a.js'], ['ba.js']],
])('paths of %s', (_, glob, matching, other) => {
  const appliesTo = compilePaths({ category: 'injection', paths: { include: [glob], tests: true } }, () => expect.unreachable())
  expect(matching.filter((path) => !appliesTo(path))).toEqual([])
  expect(other.filter(appliesTo)).toEqual([])
})

const TESTS = [
  ...[
    'a.test.js',
    'src/a.spec.tsx',
    'src/a_test.py',
    'shop/tests/index.js',
    'src/a-spec.ts',
    'src/a.e2e-spec.ts',
    'src/a.cy.ts',
    'src/a.mock.ts',
    'src/a.stories.tsx',
    'src/a.test.d.ts',
  ],
  ...['shop/test_orders.py', 'shop/tests.py', 'conftest.py', 'jest.config.js', 'app/vitest.setup.ts', 'playwright.config.ts', 'shop\\test_orders.py'],
  ...['src/__tests__/a.js', 'src/a/__mocks__/b.js', 'lib/testdata/a.py', '.storybook/main.ts'],
  ...[
    'test/a.js',
    './tests/a/b.js',
    '/spec/a.js',
    'e2e/login.ts',
    'src/test/setup.ts',
    'packages/web/test/a.ts',
    'services/api/tests/a.js',
    'shop/tests/factories.py',
    'a/b/c/tests/settings.py',
    'site/settings/testing.py',
    'src/shop/tests/a/b.py',
  ],
  ...[
    'performance/mock/server.js',
    'tools/oidc-test-env/configuration.yml',
    'deploy/testbed/settings.py',
    'deploy/load-tests/login.js',
    'tools/k6/spike.js',
    'packages/web/benchmarks/parse.ts',
    'src/mocks/handlers.ts',
    'fixtures/users.json',
    'stories/Button.tsx',
    'auth/testhelp.js',
    'lib/testHelpers.ts',
    'scripts/bench_password_hash.js',
    'tools/benchmark-parser.ts',
    'shop/testutils.py',
  ],
]
const OTHERS = [
  ...[
    'src/tested.js',
    'src/latest.js',
    'src/contest.py',
    'src/test.ts',
    'src/speed-test.js',
    'src/specs.js',
    'src/testing/index.ts',
    'tests.js',
    'lib/attest.py',
  ],
  ...[
    'src/modules/tests/tests.controller.ts',
    'app/routes/test/route.ts',
    'examples/app.js',
    'scripts/deploy.py',
    'bench/run.js',
    'my-tests/a.js',
    'src/performance/reviews.ts',
    'src/test-env.ts',
    'latest-environment/server.js',
    'performance/views.py',
    'stories/views.py',
    'src/stories/feed.ts',
    'app/fixtures/list.ts',
    'src/contesthelp.js',
    'src/benchmarks.js',
    'src/workbench_view.js',
    'src/latest_utils.js',
  ],
]
test.each([
  { name: 'a rule leaves test code out', rule: { category: 'injection' as const }, tests: [] },
  { name: 'one that requires it does not match', rule: { category: 'injection' as const, paths: { tests: true } }, tests: TESTS },
  { name: 'one about secrets does not', rule: { category: 'secrets' as const }, tests: TESTS },
  { name: 'one about secrets that does not want it does', rule: { category: 'secrets' as const, paths: { tests: false } }, tests: [] },
])('$name, and applies to all others', ({ rule, tests }) => {
  const appliesTo = compilePaths(rule, () => expect.unreachable())
  expect(TESTS.filter(appliesTo)).toEqual(tests)
  expect(OTHERS.filter((path) => !appliesTo(path))).toEqual([])
})
