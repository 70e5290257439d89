import type { Dialect } from '../../model/language.ts'
import { readDocument } from './read-document.ts'

/** Dockerfiles as BuildKit reads them, and the Containerfiles of Buildah. */
export const dockerfile: Dialect = {
  id: 'dockerfile',
  language: 'dockerfile',
  extensions: ['.dockerfile', '.containerfile'],
  // `Dockerfile.prod` is one; `Dockerfile.dockerignore` and a page or program about Dockerfiles are not.
  fileNames: [/^(?:docker|container)file(?:[.-](?!(?:.*\.)?(?:dockerignore|md|rst|txt|html?|py|go|rb|[cm]?[jt]sx?|json|ya?ml|toml)$)[\w.-]+)?$/i],
  interpreters: [],
  comments: { line: ['#'], block: [] },
  readDocument,
}
