import type { Dialect } from '../../model/language.ts'
import { readDocument } from './read-document.ts'

/** YAML 1.2, with the merge keys of 1.1. */
export const yaml: Dialect = {
  id: 'yaml',
  language: 'yaml',
  extensions: ['.yml', '.yaml', '.cff', '.sls'],
  fileNames: ['.yamllint', '.clangd', '.gemrc', '.prettierrc', '.stylelintrc', '.lintstagedrc', '.commitlintrc', 'glide.lock'],
  interpreters: [],
  comments: { line: ['#'], block: [] },
  readDocument,
}
