import dictionary from 'dictionary-en'
import { flesch } from 'flesch'
import { toString } from 'nlcst-to-string'
import nspell from 'nspell'
import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextPassive from 'retext-passive'
import retextRepeatedWords from 'retext-repeated-words'
import { syllable } from 'syllable'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { VFile } from 'vfile'
import { BANNED_PHRASES } from './banned-phrases.mjs'

/**
 * @typedef {{ text: string, line: number, isSentence: boolean }} Block prose without markup, and the line that it begins at
 * @typedef {{ name: string, kind: 'page' | 'rule' | 'message', blocks: Block[] }} Text
 * @typedef {{ line: number, problem: string }} Fault
 * @typedef {{ faults: Fault[], sentences: number, words: number, syllables: number, long: Fault[], passive: Fault[] }} Report
 */

/** Code in a text is replaced by one word, which is not checked. */
const PLACEHOLDER = /`(?:code|x)`/

/** Words in a sentence. */
const MAX_WORDS = 35

/**
 * Checks one text. Long and passive sentences are listed separately, because a text may have some of them.
 *
 * @param {string} words the project's own words, one per line
 * @returns {(text: Text) => Report}
 */
export function createTextCheck(words) {
  const english = unified().use(retextEnglish).use(retextRepeatedWords).use(retextIndefiniteArticle).use(retextPassive)
  const spelling = nspell(dictionary)
  spelling.personal(words)
  return ({ blocks }) => {
    /** @type {Report} */
    const report = { faults: [], sentences: 0, words: 0, syllables: 0, long: [], passive: [] }
    for (const block of blocks) addBlock(report, block, { english, spelling })
    return report
  }
}

/** Flesch reading ease: 60 and more is plain English, 30 and less is hard to read. */
export function readingEase({ sentences, words, syllables }) {
  return Math.round(flesch({ sentence: sentences, word: words, syllable: syllables }))
}

function addBlock(report, { text, line, isSentence }, { english, spelling }) {
  for (const { pattern, write } of BANNED_PHRASES) {
    const found = pattern.exec(text)
    if (found !== null) report.faults.push({ line, problem: `\`${found[0].trim()}\`: write ${write}` })
  }
  const file = new VFile(text)
  const tree = english.parse(file)
  english.runSync(tree, file)
  for (const { source, reason } of file.messages) {
    if (source === 'retext-passive') {
      if (isSentence) report.passive.push({ line, problem: reason })
    } else if (!PLACEHOLDER.test(reason)) report.faults.push({ line, problem: reason })
  }
  visit(tree, 'WordNode', (node) => {
    const word = toString(node)
    if (/^[A-Za-z'’]+$/.test(word) && !isSpelled(word.replaceAll('’', "'"), spelling))
      report.faults.push({ line, problem: `unknown word \`${word}\`` })
  })
  if (isSentence) visit(tree, 'SentenceNode', (sentence) => addSentence(report, sentence, line))
}

function isSpelled(word, spelling) {
  return spelling.correct(word) || spelling.correct(word.replace(/'s$|s'$/, ''))
}

function addSentence(report, sentence, line) {
  const words = []
  visit(sentence, 'WordNode', (word) => {
    words.push(toString(word))
  })
  if (words.length === 0) return
  report.sentences += 1
  report.words += words.length
  for (const word of words) report.syllables += syllable(word)
  if (words.length > MAX_WORDS) report.long.push({ line, problem: `${words.length} words in a sentence: ${toString(sentence).slice(0, 60)}…` })
}
