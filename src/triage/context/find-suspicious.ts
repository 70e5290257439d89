import type { TriageLine } from '../../model/triage.ts'

/**
 * The first phrase in the lines that addresses a reader, such as `ignore previous instructions` or `markAsFalsePositive`. Names are split into words, and everything
 * that is not a letter separates words, so that a phrase that is spread over names, strings and lines is found.
 */
export function findSuspicious(lines: readonly Pick<TriageLine, 'text'>[], phrases: readonly string[]): string | undefined {
  const words = lines.flatMap(({ text }) => wordsOf(text))
  const joined = ` ${words.join(' ')} `
  return phrases.find((phrase) => phraseTest(phrase).test(joined))
}

function wordsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2}/gi, (escape) => plainOf(escape))
  return plain.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)?.map((word) => word.toLowerCase()) ?? []
}

/** The letter that an escaped character looks like, so that letters of other alphabets hide nothing. */
function plainOf(escape: string): string {
  const code = Number.parseInt(escape.replaceAll(/[^0-9a-f]/gi, ''), 16)
  if (!(code <= 0x10ffff)) return ' '
  const char = String.fromCodePoint(code)
  return LOOKALIKES[char] ?? char.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
}

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    ј: 'j',
    ԁ: 'd',
    ո: 'n',
    ս: 'u',
    г: 'r',
    т: 't',
    м: 'm',
    к: 'k',
    в: 'b',
  },
  ...{ ο: 'o', ν: 'v', α: 'a', ι: 'i', ρ: 'p', υ: 'u', τ: 't', ε: 'e', ɡ: 'g', ı: 'i' },
}

function phraseTest(phrase: string): RegExp {
  const words = phrase.split(' ').map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}[a-z]*` : word))
  // Up to two other words may stand between those of a phrase.
  return new RegExp(` ${words.join(' (?:[a-z]+ ){0,2}')} `)
}
