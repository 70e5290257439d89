import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/root.mjs'

export interface SeedFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Real code and configuration of this repository, the sample code of the rules among it, so that rules are at work while files are broken. */
export function readSeedFiles(): readonly SeedFile[] {
  const folders = ['fixtures/rules', 'src/matchers', 'src/text', 'rules', 'adapters/web', 'test/samples']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const read = [...files, join(root, 'package.json'), join(root, 'docs/http.md')].map((path) => ({
    path: path.slice(root.length + 1).replaceAll('\\', '/'),
    bytes: new Uint8Array(readFileSync(path)),
  }))
  return [...read, ...WRITTEN.map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))].sort((left, right) =>
    left.path < right.path ? -1 : 1,
  )
}

/** Formats of which the repository may have no file. */
const WRITTEN: readonly (readonly [string, string])[] = [
  [
    'page.tsx',
    'export const P = ({ html }: { html: string }) => <div {...a} dangerouslySetInnerHTML={{ __html: html }}>{/* assay-ignore */}é</div>\n',
  ],
  ['main.tf', 'resource "aws_s3_bucket" "b" {\n  acl = "public-${var.a}"\n  policy = <<-EOF\n    {"a": "${b}"}\n  EOF\n}\n'],
  ['settings.toml', 'a = "x" # c\n[b.c]\nd = [1, { e = true }]\n[[f]]\ng = """\nh\n"""\n'],
  ['Dockerfile', 'FROM node:20 AS a\nARG TOKEN=x\nENV A=$TOKEN \\\n  B="c"\nRUN <<EOF\ncurl -k https://a\nEOF\nUSER root\n'],
  ['.env', '# c\nexport A="b\\n"\nNODE_TLS_REJECT_UNAUTHORIZED=0\nDATABASE_URL=postgres://u:Pa55w0rd1@db/x\n'],
  ['deploy.yaml', 'a: &a {b: [1, "c"]}\nd:\n  <<: *a\n  e: |\n    f {{ .g }}\n---\n- ? h\n  : i\n'],
]
