import type { Finding } from '../../../src/node/index.ts'

/** A finding with its trace and fix as Markdown. */
export function toHover(finding: Finding, message: string, uriOf: (file: string) => string): string {
  const { title, severity, confidence, rule, cwe, trace = [], fix, references } = finding
  const facts = [`severity ${severity}`, `confidence ${confidence}`, `rule \`${rule}\``, ...cwe].join(' · ')
  const steps = trace.map((step, index) => {
    const address = `${uriOf(step.file)}#L${step.line}`
    return `${index + 1}. ${step.kind}: ${escapeMarkdown(step.what)} ([${escapeMarkdown(step.file)}:${step.line}](${address.replaceAll(/[()\s]/g, encodeURIComponent)}))`
  })
  const links = references.filter((link) => /^https?:\/\/[^\s()<>]+$/.test(link)).map((link) => `<${link}>`)
  const parts = [
    `**${escapeMarkdown(title)}** (${facts})`,
    escapeMarkdown(message),
    steps.length > 0 ? `**Data flow**\n\n${steps.join('\n')}` : '',
    fix === undefined ? '' : `**Fix:** ${escapeMarkdown(fix)}`,
    links.join(' '),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Keeps code spans. Everything else that Markdown or HTML could read is escaped, because texts may come from scanned code. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\`*_{}[\]()#+!|<>~]/g, (character) => `\\${character}`)))
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
