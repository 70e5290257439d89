/**
 * @typedef {object} Budget
 * @property {number} long sentences of more than 35 words, as a share of all sentences
 * @property {number} passive sentences in the passive voice, as a share of all sentences
 * @property {number} ease the least Flesch reading ease: 60 and more is plain English
 */

/**
 * A page is judged alone. For rules and messages, the shares are of all rules or all messages together, because one has few sentences.
 *
 * @type {Readonly<Record<'page' | 'rule' | 'message', Budget>>}
 */
export const DEFAULT_BUDGETS = {
  page: { long: 0.1, passive: 0.2, ease: 50 },
  rule: { long: 0, passive: 0.1, ease: 45 },
  message: { long: 0.01, passive: 0.2, ease: 45 },
}

/**
 * Reference pages that consist mostly of tables and lists of conditions.
 *
 * @type {Readonly<Record<string, Partial<Budget>>>}
 */
export const BUDGETS = {
  'docs/cli.md': { passive: 0.3 },
  'docs/library.md': { passive: 0.22 },
  'docs/operating.md': { long: 0.25 },
  'docs/result.md': { passive: 0.28 },
  'docs/service.md': { passive: 0.22 },
  'docs/settings.md': { passive: 0.26 },
}
