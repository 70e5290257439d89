import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUDGETS, DEFAULT_BUDGETS } from './prose/budgets.mjs'
import { createTextCheck, readingEase } from './prose/check-text.mjs'
import { readMessages } from './prose/read-messages.mjs'
import { readPages } from './prose/read-pages.mjs'
import { readRuleTexts } from './prose/read-rule-texts.mjs'
import { root } from './root.mjs'

/**
 * Checks the README, the docs, the texts of rules and the messages in the source code: banned phrases, spelling, articles, repeated words, long
 * sentences, passive voice and reading ease. Prints each fault with its place, and exits with 1 when there is one. `--all` also prints the long and
 * passive sentences that the budgets allow.
 *
 * @param {string[]} flags
 */
function main(flags) {
  const check = createTextCheck(readFileSync(join(root, 'tools/prose/words.txt'), 'utf8'))
  const pages = readPages().map((text) => ({ text, report: check(text) }))
  const rules = readRuleTexts().map((text) => ({ text, report: check(text) }))
  const messages = readMessages().map((text) => ({ text, report: check(text) }))
  const listsAll = flags.includes('--all')
  const faults = [
    ...[...pages, ...rules, ...messages].flatMap(judgeText),
    ...pages.flatMap((page) => judgeStyle([page], { ...DEFAULT_BUDGETS.page, ...BUDGETS[page.text.name] }, listsAll)),
    ...judgeStyle(rules, DEFAULT_BUDGETS.rule, listsAll),
    ...judgeStyle(messages, DEFAULT_BUDGETS.message, listsAll),
    ...Object.keys(BUDGETS)
      .filter((name) => !pages.some(({ text }) => text.name === name))
      .map((name) => `tools/prose/budgets.mjs: \`${name}\` is not a page`),
  ]
  for (const fault of faults) console.log(fault)
  console.log(`${pages.length} pages, ${rules.length} rules, ${messages.length} files with messages: ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}

/** @typedef {{ text: import('./prose/check-text.mjs').Text, report: import('./prose/check-text.mjs').Report }} Checked */

/**
 * @param {Checked} checked
 * @returns {string[]}
 */
function judgeText({ text: { name, kind }, report }) {
  const { ease } = { ...DEFAULT_BUDGETS[kind], ...BUDGETS[name] }
  const faults = report.faults.map((fault) => placeFault(name, fault))
  const found = readingEase(report)
  if (report.sentences > 0 && found < ease) faults.push(`${name}: has a Flesch reading ease of ${found}, and ${ease} is the least allowed`)
  return faults
}

/**
 * The long and passive sentences of texts, where they are more than the budget.
 *
 * @param {Checked[]} texts
 * @param {import('./prose/budgets.mjs').Budget} budget
 * @param {boolean} listsAll
 * @returns {string[]}
 */
function judgeStyle(texts, budget, listsAll) {
  const sentences = texts.reduce((sum, { report }) => sum + report.sentences, 0)
  return ['long', 'passive'].flatMap((kind) => {
    const faults = texts.flatMap(({ text, report }) => report[kind].map((fault) => placeFault(text.name, fault)))
    return listsAll || faults.length > budget[kind] * sentences ? faults : []
  })
}

function placeFault(name, { line, problem }) {
  return `${name}:${line}: ${problem}`
}

main(process.argv.slice(2))
