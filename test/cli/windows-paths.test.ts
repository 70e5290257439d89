import { win32 } from 'node:path'
import { expect, test } from 'vitest'
import { locateGlob } from '../../adapters/cli/project/locate-glob.ts'
import { toSlashes } from '../../adapters/cli/files/to-slashes.ts'
import { matchPaths, renderReport } from '../../src/index.ts'
import { SAMPLE } from '../report/sample-result.ts'

test.each([
  { glob: 'src\\**\\*.ts', base: 'src', pattern: 'src/**/*.ts', file: 'src/a/b.ts' },
  { glob: '.\\src\\*.ts', base: './src', pattern: 'src/*.ts', file: 'src/b.ts' },
  { glob: '*.ts', base: '.', pattern: './*.ts', file: 'b.ts' },
  { glob: '..\\other\\*.ts', base: '../other', pattern: '../other/*.ts', file: '../other/b.ts' },
  { glob: '..\\app\\src\\*.ts', base: '../app/src', pattern: 'src/*.ts', file: 'src/b.ts' },
  { glob: 'C:\\work\\app\\src\\*.ts', base: 'C:/work/app/src', pattern: 'src/*.ts', file: 'src/b.ts' },
  { glob: 'D:\\*.ts', base: 'D:/', pattern: 'D:/*.ts', file: 'D:/b.ts' },
  { glob: 'D:/lib/*.ts', base: 'D:/lib', pattern: 'D:/lib/*.ts', file: 'D:/lib/b.ts' },
])('on Windows the glob $glob is looked for in $base', ({ glob, base, pattern, file }) => {
  const located = locateGlob(glob, 'C:\\work\\app', win32)
  expect({ base: located.base, pattern: located.pattern }).toEqual({ base, pattern })
  expect(matchPaths([located.pattern])(file)).toBe(true)
})

test('a backslash parts folders on Windows alone', () => {
  expect([toSlashes('a\\b/c', '\\'), toSlashes('a\\b/c', '/')]).toEqual(['a/b/c', 'a\\b/c'])
})

test.each([
  { file: 'src/a b.js', location: { uri: 'src/a%20b.js', uriBaseId: '%SRCROOT%' } },
  { file: '../other/a.js', location: { uri: '../other/a.js', uriBaseId: '%SRCROOT%' } },
  { file: 'D:/other/a b.js', location: { uri: 'file:///D:/other/a%20b.js' } },
  { file: '//server/share/a b.js', location: { uri: 'file://server/share/a%20b.js' } },
])('SARIF names $file by an address that holds on every system', ({ file, location }) => {
  const [finding] = SAMPLE.findings
  const report = renderReport({ ...SAMPLE, findings: finding === undefined ? [] : [{ ...finding, file }] }, 'sarif', { rules: [] })
  const [result] = JSON.parse(report).runs[0].results
  expect(result.locations[0].physicalLocation.artifactLocation).toEqual(location)
})
