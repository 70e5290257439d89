import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { root } from '../../tools/root.mjs'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifest: { devDependencies: Record<string, string>; version: string } = JSON.parse(read('package.json'))
const kubernetes = readdirSync(join(root, 'deploy/kubernetes'))

describe('the deployment files of the service', () => {
  it.each(['deploy/compose.yaml', ...kubernetes.map((file) => `deploy/kubernetes/${file}`)])('%s is YAML without a fault', (path) => {
    const documents = parseAllDocuments(read(path), { merge: true })
    expect([...documents].flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  })

  it('kustomize names every manifest, and the version of the package', () => {
    const text = read('deploy/kubernetes/kustomization.yaml')
    for (const file of kubernetes) expect(file === 'kustomization.yaml' || text.includes(file), file).toBe(true)
    expect(text).toContain(`newTag: ${manifest.version}`)
  })

  it('the image has the clients of Redis and PostgreSQL that are tested', () => {
    for (const name of ['better-auth', 'bullmq', 'ioredis', 'pg']) expect(read('Dockerfile')).toContain(`${name}@${manifest.devDependencies[name]}`)
  })

  it('the image is made of everything that the build reads', () => {
    const ignored = read('.dockerignore')
    for (const entry of ['adapters', 'rules', 'src', 'tools', 'package-lock.json', '*.schema.json', 'tsconfig*.json'])
      expect(ignored).toContain(`!${entry}\n`)
  })

  it('alerts and autoscaler ask for metrics that there are', () => {
    const told = ['operation/metrics', 'queue/queue-metrics', 'server/start-worker'].map((file) => read(`adapters/http/${file}.ts`)).join('')
    const names = new Set(told.match(/assay_\w+/g))
    const asked =
      `${read('docs/operating.md')}${read('deploy/kubernetes/autoscaler.yaml')}${read('deploy/kubernetes/worker.yaml')}`.match(/assay_\w+/g) ?? []
    expect(asked.filter((name) => !names.has(name))).toEqual([])
  })
})
