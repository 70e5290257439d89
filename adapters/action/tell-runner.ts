import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { LINE_END, makeHarmless } from './make-harmless.ts'
import type { ActionResult } from './read-result.ts'
import type { Environment } from './read-inputs.ts'

/** Sets outputs of the step in the runner's output file, if there is one. */
export function setOutputs(outputs: Readonly<Record<string, string | number>>, env: Environment): void {
  const file = env.GITHUB_OUTPUT
  if (file === undefined || file === '') return
  // A delimiter that no value contains: the value of one output must not set another.
  const entries = Object.entries(outputs).map(([name, value]) => {
    const end = `end-${randomUUID()}`
    return `${name}<<${end}\n${value}\n${end}\n`
  })
  appendFileSync(file, entries.join(''))
}

/** Adds a chart and the report to the summary of the job. */
export function addSummary(result: ActionResult, markdown: string, env: Environment): void {
  const file = env.GITHUB_STEP_SUMMARY
  if (file === undefined || file === '') return
  appendFileSync(file, `${drawChart(result)}${markdown}\n`)
}

function drawChart({ criticalCount, highCount, mediumCount, lowCount }: ActionResult): string {
  const counts = [
    ['critical', criticalCount],
    ['high', highCount],
    ['medium', mediumCount],
    ['low', lowCount],
  ] as const
  const slices = counts.filter(([, count]) => count > 0).map(([severity, count]) => `  "${severity}" : ${count}`)
  return slices.length === 0 ? '' : ['```mermaid', 'pie showData title Findings by severity', ...slices, '```', '', ''].join('\n')
}

/** Writes a runner command: an annotation of the job, on one line. */
export function tellRunner(kind: 'error' | 'warning' | 'notice', message: string): void {
  process.stdout.write(`::${kind} title=Assay::${escapeData(message)}\n`)
}

/** Annotations that a report may contain, each on one line. */
const ANNOTATION = /^::(?:error|warning|notice)(?: [^]*?)?::/

/** Prints a report of annotations. Other lines are printed as plain text. */
export function printAnnotations(report: string): void {
  const lines = report.split(LINE_END).filter((line) => line !== '')
  const printed = lines.map((line) => (ANNOTATION.test(line) ? line.replaceAll('##[', '# #[') : makeHarmless(line)))
  process.stdout.write(printed.map((line) => `${line}\n`).join(''))
}

function escapeData(text: string): string {
  return text.replaceAll('##[', '# #[').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** Masks a secret in the log. */
export function maskSecret(secret: string): void {
  if (secret !== '') process.stdout.write(`::add-mask::${secret.replaceAll('%', '%25').replaceAll(/[\r\n]/g, '')}\n`)
}
