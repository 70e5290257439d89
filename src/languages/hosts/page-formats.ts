import type { HostFormat } from '../../model/language.ts'
import { readPageCode } from './page-code.ts'

const comments = { line: [], block: [['<!--', '-->']] } as const

/** Pages of HTML, and templates of servers that are named like pages. */
export const pages: HostFormat = {
  extensions: ['.html', '.htm', '.xhtml'],
  comments,
  readCode: (text) => readPageCode(text, { filledIn: true }),
}

/** Components of Vue (<https://vuejs.org/api/sfc-spec.html>). */
export const vueComponents: HostFormat = { extensions: ['.vue'], comments, readCode: (text) => readPageCode(text, {}) }

/** Components of Svelte. */
export const svelteComponents: HostFormat = { extensions: ['.svelte'], comments, readCode: (text) => readPageCode(text, { braces: true }) }

/** Components and pages of Astro. */
export const astroPages: HostFormat = {
  extensions: ['.astro'],
  comments,
  readCode: (text) => readPageCode(text, { braces: true, frontmatter: true }),
}
