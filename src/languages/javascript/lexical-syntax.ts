import type { LexicalSyntax } from '../../model/language.ts'

/** Texts and regular expressions of JavaScript and TypeScript. */
export const lexicalSyntax: LexicalSyntax = { quotes: ['"', "'"], multiline: [], template: '`', hasRegex: true }
