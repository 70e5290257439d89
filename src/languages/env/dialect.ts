import type { Dialect } from '../../model/language.ts'
import { readDocument } from './read-document.ts'

/** Files of `KEY=VALUE` lines as dotenv, Docker Compose and systemd read them. */
export const env: Dialect = {
  id: 'env',
  language: 'env',
  extensions: ['.env'],
  fileNames: ['.env', '.flaskenv', /^\.env[.-](?!(?:.*\.)?(?:md|txt|py|go|rb|[cm]?[jt]sx?|json|ya?ml|toml)$)[\w.-]+$/],
  interpreters: [],
  comments: { line: ['#'], block: [] },
  readDocument,
}
