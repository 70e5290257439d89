import { shannonEntropy } from '../../text/shannon-entropy.ts'

/** Stands for a word that is not shown. */
const HIDDEN_WORD = 'w'
/** Stands for a value that may be a secret. */
export const HIDDEN_SECRET = '***'

const LONGEST_TOKEN = 60
const MAX_PARTS = 5
/** Bits per character. Base64 of 20 random bytes has about 4, paths and names have less than 3.6. */
const LEAST_SECRET_ENTROPY = 3.6
const LEAST_SECRET_LENGTH = 16

/**
 * The text of a string as a context may have it. A single token, such as a path or a key, stays. Of several words only those of a fixed vocabulary stay, so that no
 * sentence gets through. What may be a secret is hidden.
 */
export function reduceString(text: string, vocabulary: ReadonlySet<string>): string {
  if (mayBeSecret(text)) return HIDDEN_SECRET
  return isToken(text) ? text : reduceWords(text, vocabulary)
}

/** Whether a text is one token without escapes. */
export function isToken(text: string): boolean {
  return /^[\x21-\x5b\x5d-\x7e]*$/.test(text) && text.length <= LONGEST_TOKEN && partsOf(text) <= MAX_PARTS
}

/** Replaces every word that is not part of the vocabulary. Runs of such words become one, so that their number does not show. */
export function reduceWords(text: string, vocabulary: ReadonlySet<string>): string {
  const reduced = text.replaceAll(/[\p{L}\p{M}\p{N}_\\$'’-]*[\p{L}\p{M}_\\][\p{L}\p{M}\p{N}_\\$'’-]*/gu, (word) =>
    vocabulary.has(word.toLowerCase()) ? word : HIDDEN_WORD,
  )
  return reduced.replaceAll(/[^\x20-\x7e]+/g, ' ').replaceAll(/\bw(?:[\s.,;:!?"]+w)+\b/g, HIDDEN_WORD)
}

/** Words within a token: `getUserName`, `get_user_name`, `/get/user/name`. */
function partsOf(text: string): number {
  return text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.length ?? 0
}

function mayBeSecret(text: string): boolean {
  if (/:\/\/[^\s/:]*:[^\s/@]*@/.test(text)) return true
  const runs = text.match(/[A-Za-z0-9+/=_-]{16,}/g) ?? []
  return runs.some(
    (run) => run.length >= LEAST_SECRET_LENGTH && /\d/.test(run) && /[A-Za-z]/.test(run) && shannonEntropy(run) >= LEAST_SECRET_ENTROPY,
  )
}
