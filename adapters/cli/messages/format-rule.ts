import type { RuleInfo } from '../../../src/node/index.ts'
import { paintSeverity } from '../output/paint-severity.ts'
import { showText } from '../output/show-text.ts'
import type { TerminalStyle } from '../output/terminal-style.ts'

/** Longer lines are hard to read, even on a wide terminal. */
const WIDEST = 100

/** All information about one rule. */
export function formatRule(rule: RuleInfo, { colors, width }: TerminalStyle): string {
  const columns = Math.min(width ?? WIDEST, WIDEST)
  const facts = [
    ['severity', paintSeverity(colors, rule.severity)(rule.severity)],
    ['confidence', rule.confidence],
    ['category', rule.category],
    ['languages', rule.languages.join(', ')],
    ['weakness', [...rule.cwe, ...rule.owasp].join(', ')],
  ].filter(([, value]) => value !== '')
  const paragraphs = [
    `${colors.bold(rule.id)}\n${wrap(rule.title, columns)}`,
    facts.map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n'),
    wrap(rule.description, columns),
    rule.fix === undefined ? '' : wrap(`Fix: ${rule.fix}`, columns),
    rule.references.map(showText).join('\n'),
  ]
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`
}

function wrap(text: string, columns: number): string {
  const lines = ['']
  for (const word of text.split(/\s+/).map(showText)) {
    const line = lines[lines.length - 1]
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
