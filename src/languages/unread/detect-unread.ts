import { baseNameOf, extensionsOf } from '../extensions-of.ts'
import { interpreterOf } from '../interpreter-of.ts'
import type { LanguageSigns } from './language-signs.ts'
import { addToGroup } from '../../model/group-by.ts'

/**
 * Tells the language of program code that is not read as code, by its name, then by its `#!` line; undefined for what is no program code, a page without a script for
 * example. Without a text the name has to do.
 */
export function createUnreadDetector(languages: readonly LanguageSigns[]): (path: string, text?: string) => string | undefined {
  const byExtension = indexBy(languages, ({ extensions }) => extensions)
  const byName = indexBy(languages, ({ fileNames = [] }) => fileNames)
  const byInterpreter = indexBy(languages, ({ interpreters = [] }) => interpreters)

  function claimed(path: string, text: string | undefined): LanguageSigns | undefined {
    const base = baseNameOf(path)
    const [named] = byName.get(base) ?? []
    if (named !== undefined) return named
    for (const extension of extensionsOf(base)) {
      const known = byExtension.get(extension)
      if (known !== undefined) return chooseBy(extension, known, text)
    }
    return text === undefined ? undefined : byInterpreter.get(interpreterOf(text).replace(/(?<![\d.])[\d.]+$/, ''))?.[0]
  }

  return (path, text) => {
    if (text !== undefined && !/\S/.test(text)) return undefined
    const language = claimed(path, text)
    return text === undefined || language?.holds === undefined || language.holds.test(text) ? language?.name : undefined
  }
}

function indexBy(
  languages: readonly LanguageSigns[],
  keysOf: (language: LanguageSigns) => readonly string[],
): ReadonlyMap<string, readonly LanguageSigns[]> {
  const index = new Map<string, LanguageSigns[]>()
  for (const language of languages) {
    for (const key of keysOf(language)) {
      addToGroup(index, key, language)
    }
  }
  return index
}

/** The language that the text agrees with, else the one to which the ending belongs whatever the text. */
function chooseBy(extension: string, languages: readonly LanguageSigns[], text: string | undefined): LanguageSigns | undefined {
  const agreed = text === undefined ? undefined : languages.find(({ when }) => when?.[extension]?.test(text) === true)
  return agreed ?? languages.find(({ when }) => when?.[extension] === undefined)
}
