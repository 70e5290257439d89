// Runs the static checks of `assay rules lint` over the built-in rules. Advice about engines that backtrack is left out, because Assay does not.
import { join, relative } from 'node:path'
import { root } from './root.mjs'

const { lintRules, readRuleFolder } = await import(join(root, 'dist/src/node/index.js'))
const { rules, words, shared } = readRuleFolder(join(root, 'rules'), true)
if (rules.length === 0) throw new Error('no rules were read')
const advice = lintRules(rules, words, shared).filter(({ code }) => code !== 'lint/superlinear-regex')
for (const { file, line, column, code, message, hint } of advice)
  console.error(`${relative(root, file)}:${line}:${column}  ${code}  ${message}\n  hint: ${hint}`)
console.error(`assay: ${rules.length} rule files, ${advice.length} remarks`)
process.exitCode = advice.length > 0 ? 1 : 0
