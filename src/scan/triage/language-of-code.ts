import type { SkippedFile } from '../../model/gap.ts'
import type { Dialect } from '../../model/language.ts'
import { readCodeText } from './read-code-text.ts'

/** The language detectors. */
export interface LanguageDetectors {
  readonly detect: (path: string, text: string) => Dialect
  /** The language of program code that is not supported. Undefined for other files. Without text only the name is used. */
  readonly detectUnread: (path: string, text?: string) => string | undefined
}

/** The language of program code. Empty for other files. Without text only the name is used. */
export function languageOfCode({ detect, detectUnread }: LanguageDetectors, path: string, text?: string): Pick<SkippedFile, 'language'> {
  const dialect = detect(path, text ?? '')
  const { code, declarations, readDocument } = dialect
  if (readDocument !== undefined || declarations?.test(path) === true) return {}
  if (text !== undefined && readCodeText(path, text, dialect).code === undefined) return {}
  const language = code?.name ?? detectUnread(path, text)
  return language === undefined ? {} : { language }
}
