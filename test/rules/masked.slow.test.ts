import { beforeAll, expect, test } from 'vitest'
import { renderReport, REPORT_FORMATS } from '../../src/node/index.ts'
import { prepareFixtures } from '../../src/testing/prepare-fixtures.ts'
import { buildLineIndex } from '../../src/text/build-line-index.ts'
import { type LoadedRules, loadRules } from './load-rules.ts'
import { readSamples } from './read-samples.ts'

/** Visible characters of a random token must be shorter than this: the first four are shown. */
const SEEN = 8
const SECRETS = readSamples().filter(({ rule }) => /^secret-(?!in-)/.test(rule))

let loaded: LoadedRules

beforeAll(async () => {
  loaded = await loadRules()
}, 120_000)

test.each(SECRETS)('no report shows the secrets that $rule found', async ({ rule, files }) => {
  for (const { files: project } of prepareFixtures(files).projects) {
    const texts = new Map(project.map(({ path, content }) => [path, String(content)]))
    const result = await loaded.scanner.scan(project)
    const found = result.findings.filter((finding) => finding.rule === rule)
    const secrets = found.map(({ file, line, column, endLine, endColumn }) => {
      const text = texts.get(file) ?? ''
      const lines = buildLineIndex(text)
      return wholeOf(text, lines.lineStart(line) + column - 1, lines.lineStart(endLine) + endColumn - 1)
    })
    for (const format of REPORT_FORMATS) {
      const report = renderReport({ ...result, findings: found }, format, { sourceOf: (path) => texts.get(path) })
      const shown = secrets.flatMap(endsOf).filter((end) => report.includes(end))
      expect(shown, format).toEqual([])
    }
  }
})

/** The whole multi-line key, whatever part a rule reports. */
function wholeOf(text: string, start: number, end: number): string {
  const last = text.indexOf('-----END', start)
  return text.startsWith('-----BEGIN', start) && last >= 0 ? text.slice(start, Math.max(end, last)) : text.slice(start, end)
}

/** The parts that must be hidden: the end of a token, and the end of each line of a key. */
function endsOf(secret: string): readonly string[] {
  const lines = secret.startsWith('-----BEGIN') ? (secret.match(/[\w+/=]{40,}/g) ?? []) : [secret]
  return lines.map((line) => line.slice(-SEEN)).filter((end) => end.length === SEEN)
}
