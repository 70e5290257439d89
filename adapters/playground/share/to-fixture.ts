import type { PlaygroundState } from './playground-state.ts'

/** The id of a rule, or `my-rule` while it has none. */
export function readRuleId(rule: string): string {
  return /^id:\s*["']?([a-z0-9]+(?:-[a-z0-9]+)*)/m.exec(rule)?.[1] ?? 'my-rule'
}

/** The rule file and a fixture of the code, in which a comment marks each line that the rule reports. */
export function toRuleAndFixture({ rule, path, code }: PlaygroundState, reportedLines: readonly number[]): string {
  const id = readRuleId(rule)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [`# rules/${id}.yaml`, rule.trimEnd(), '', `# fixtures/${id}/${name}`, toFixture(path, code, id, new Set(reportedLines)), ''].join('\n')
}

/** The code with a comment `ruleid: ID` above each reported line. */
function toFixture(path: string, code: string, id: string, reported: ReadonlySet<number>): string {
  const mark = commentOf(path)
  const lines = code.trimEnd().split(/\r\n|\r|\n/)
  return lines
    .flatMap((line, index) => (reported.has(index + 1) ? [`${/^\s*/.exec(line)?.[0] ?? ''}${mark(`ruleid: ${id}`)}`, line] : [line]))
    .join('\n')
}

function commentOf(path: string): (text: string) => string {
  if (/\.(?:html|vue|svelte|astro|md)$/.test(path)) return (text) => `<!-- ${text} -->`
  return /\.(?:[cm]?[jt]sx?|json5?|jsonc)$/.test(path) ? (text) => `// ${text}` : (text) => `# ${text}`
}
