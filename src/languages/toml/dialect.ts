import type { Dialect } from '../../model/language.ts'
import { readDocument } from './read-document.ts'

/** TOML 1.0, and the line breaks in inline tables of 1.1. */
export const toml: Dialect = {
  id: 'toml',
  language: 'toml',
  extensions: ['.toml'],
  fileNames: ['Cargo.lock', 'Cargo.toml.orig', 'Gopkg.lock', 'Pipfile', 'pdm.lock', 'poetry.lock', 'uv.lock'],
  interpreters: [],
  comments: { line: ['#'], block: [] },
  readDocument,
}
