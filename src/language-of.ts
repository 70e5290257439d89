import { createDialectDetector } from './languages/detect-dialect.ts'
import { DIALECTS } from './languages/dialects.ts'
import { text as plainText } from './languages/text/dialect.ts'
import type { LanguageId } from './model/language.ts'

const detectDialect = createDialectDetector(DIALECTS, plainText)

/** The language of a file by its name, or by its `#!` line; `text` when neither says. */
export function languageOf(path: string, text: string): LanguageId {
  return detectDialect(path, text).language
}

/** Languages that are read as code, as their users write them. Of all others secrets alone are looked for, and `unread` of a result counts them. */
export const CODE_LANGUAGES: readonly string[] = [...new Set(DIALECTS.flatMap(({ code }) => code?.name ?? []))]
