import { LRLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'
import { parser as yaml } from '@lezer/yaml'

/** The colours of a code file by its name. Other files are shown without. */
export function languageExtension(path: string): Extension {
  if (/\.[cm]?tsx?$/.test(path)) return LRLanguage.define({ parser: javascript.configure({ dialect: path.endsWith('x') ? 'ts jsx' : 'ts' }) })
  if (/\.(?:[cm]?jsx?|json5?|jsonc)$/.test(path)) return LRLanguage.define({ parser: javascript.configure({ dialect: 'jsx' }) })
  if (/\.pyi?$/.test(path)) return LRLanguage.define({ parser: python })
  return /\.ya?ml$/.test(path) ? LRLanguage.define({ parser: yaml }) : []
}
