import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument as readDockerfile } from '../../src/languages/dockerfile/read-document.ts'
import { readDocument as readEnv } from '../../src/languages/env/read-document.ts'
import type { DocumentNode } from '../../src/model/document.ts'
import { DOCUMENT_SHAPES, type DocumentShape } from '../../src/pack/document-shapes.ts'
import { root } from '../../tools/root.mjs'

/** A file with each instruction, in each form. */
const DOCKERFILE = `ARG TAG=22
FROM --platform=linux/amd64 registry.io/node:22@sha256:0a AS build
ARG A B=1
ENV PORT=80 HOST="a b"
LABEL a=b
RUN --mount=type=ssh npm ci
RUN ["npm", "ci"]
USER root
COPY --from=build --chmod=777 a b /app/
ADD ["a", "b", "/app/"]
EXPOSE 22 80/tcp
WORKDIR /app
VOLUME ["/a", "/b"]
VOLUME /c
MAINTAINER me
ONBUILD RUN npm ci
ONBUILD COPY a b /app/
STOPSIGNAL 9
HEALTHCHECK --interval=5s CMD curl localhost
SHELL ["bash", "-c"]
RUN <<EOF
curl x
EOF
ENTRYPOINT ["node"]
CMD node x.js
FROM build
CMD ["node", "x.js"]
HEALTHCHECK NONE
`

/** The locations where a document contradicts its shape. */
function listOdd(node: DocumentNode, shape: DocumentShape, path: string): readonly string[] {
  if (shape === 'any') return []
  if (node.kind === 'list')
    return typeof shape === 'object' && 'list' in shape ? node.items.flatMap((item) => listOdd(item, shape.list, `${path}[]`)) : [path]
  // A list of one may be the single value.
  if (typeof shape === 'object' && 'list' in shape) return listOdd(node, shape.list, path)
  if (node.kind === 'scalar') return shape === 'scalar' ? [] : [path]
  if (shape === 'scalar') return [path]
  return node.entries.flatMap(({ key, value }) => {
    const below = Object.hasOwn(shape.keys, key) ? shape.keys[key] : shape.others
    return below === undefined ? [`${path}.${key}`] : listOdd(value, below, `${path}.${key}`)
  })
}

/** Keys of the shape that no document has, and that are thus unproven. */
function listUnseen(shape: DocumentShape, nodes: readonly DocumentNode[], path: string): readonly string[] {
  if (typeof shape === 'string') return []
  if ('list' in shape) {
    const items = nodes.flatMap((node) => (node.kind === 'list' ? node.items : [node]))
    return listUnseen(shape.list, items, path)
  }
  return Object.entries(shape.keys).flatMap(([key, below]) => {
    const found = nodes.flatMap((node) => (node.kind === 'map' ? node.entries.filter((entry) => entry.key === key).map(({ value }) => value) : []))
    return found.length === 0 ? [`${path}.${key}`] : listUnseen(below, found, `${path}.${key}`)
  })
}

test.each([
  { language: 'dockerfile', text: DOCKERFILE, read: readDockerfile },
  { language: 'dockerfile', text: readFileSync(join(root, 'Dockerfile'), 'utf8'), read: readDockerfile },
  { language: 'env', text: 'A=1\nexport B="x"\nC\n', read: readEnv },
])('documents of $language have the shape that paths are checked against', ({ language, text, read }) => {
  const shape = DOCUMENT_SHAPES[language] ?? 'any'
  for (const document of read(text).documents) expect(listOdd(document, shape, '')).toEqual([])
})

test('each key of the shape of Dockerfiles is in some Dockerfile', () => {
  const { documents } = readDockerfile(DOCKERFILE)
  const unseen = listUnseen(DOCUMENT_SHAPES.dockerfile ?? 'any', documents, '')
  // The instruction of `ONBUILD` is an ordinary one.
  expect(unseen.filter((path) => !path.startsWith('.stages.onbuild.'))).toEqual([])
})
