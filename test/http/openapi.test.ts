import { Ajv2020 } from 'ajv/dist/2020.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ApiSchema, OpenApiDocument } from '../../adapters/http/api/openapi-document.ts'
import { PROBLEMS } from '../../adapters/http/problems/problems.ts'
import { obedientThreads, sourceThreads } from '../pool/source-threads.ts'
import { openAccountServer } from './open-accounts.ts'
import { openServer, unlimited, upload } from './open-server.ts'
import { makeZip } from './zip-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'))
const options = { scans: { ...sourceThreads, workers: 1 }, tiers: unlimited, limits: { maxFiles: 7 } }
const server = await openAccountServer(join(folder, 'assay.db'), {}, options)
const { keys } = server
afterAll(async () => {
  await keys.close()
  rmSync(folder, { recursive: true })
})
const { token } = await keys.create({ owner: 'operator', plan: 'free', scopes: ['admin'] })
const asOperator = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
const document: OpenApiDocument = await (await fetch(`${server.url}/openapi.json`)).json()

/** Answers may contain only fields of the document. */
const ajv = new Ajv2020({ allErrors: true, strict: false })
ajv.addSchema({ components: { schemas: closed(document.components.schemas) } }, 'api')

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  return 'properties' in inner && inner.type === 'object' ? { ...inner, additionalProperties: false } : inner
}

function faultsOf(schema: ApiSchema | undefined, value: unknown): unknown {
  const check = ajv.compile({ $ref: `api${schema?.$ref ?? '#/nowhere'}` })
  return check(value) ? [] : check.errors
}

const WEAK = {
  files: [{ path: 'app.js', content: "// assay-ignore-file nothing\napp.get('/', (req, res) => require('child_process').exec(req.query.a))\n)" }],
}
const uploads = document.paths['/api/scans/upload-json']?.post

describe('the OpenAPI document', () => {
  it('has version 3.1, and the configured limits', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } })
    expect(document.components.schemas.Upload?.properties?.files?.maxItems).toBe(7)
  })

  it('of a service without keys and accounts mentions neither', async () => {
    const plain = await openServer({ scans: { ...obedientThreads, workers: 1 } })
    const told: OpenApiDocument = await (await fetch(`${plain.url}/openapi.json`)).json()
    for (const [path, methods] of Object.entries(told.paths))
      for (const method of Object.keys(methods)) {
        const { status } = await fetch(plain.url + path, { method })
        if (!path.includes('{')) expect([404, 405], `${method} ${path}`).not.toContain(status)
      }
    expect(Object.keys(document.paths).filter((path) => !(path in told.paths))).toEqual([
      '/api/admin/keys',
      '/api/admin/keys/{id}',
      '/.well-known/oauth-authorization-server',
      '/oauth/device',
      '/oauth/token',
      '/oauth/revoke',
    ])
    expect(told.tags.map(({ name }) => name)).toEqual(['scans', 'rules', 'accounts', 'operation'])
  })

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
    const found = (path: string): unknown =>
      path.split('/').reduce<unknown>((node, key) => (Object(node) === node ? Reflect.get(Object(node), key) : undefined), document)
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter((path) => found(path) === undefined)).toEqual([])
  })

  it('names each address that answers, and each answers', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const filled = path.replace('{id}', 'code-injection').replace('{name}', 'public')
      for (const method of Object.keys(methods)) {
        const response = await fetch(server.url + filled, { method: method.toUpperCase() })
        expect([404, 405], `${method} ${path}`).not.toContain(response.status)
      }
    }
  })

  const examples = Object.entries(uploads?.requestBody?.content['application/json']?.examples ?? {})
  const expected: Readonly<Record<string, object>> = {
    weak: { status: 200, grade: 'D', rules: ['code-injection'] },
    clean: { status: 200, grade: 'A+', rules: [] },
    faulty: { status: 422, pointers: ['/files/0/content'] },
  }
  it.each(examples)('has a working example: %s', async (name, { value }) => {
    const response = await upload(server.uploadUrl, value)
    const { grade, findings, faults } = await response.json()
    const rules = findings?.map(({ rule }: { rule: string }) => rule)
    const pointers = faults?.map(({ pointer }: { pointer: string }) => pointer)
    expect({ status: response.status, grade, rules, pointers }).toEqual({
      ...(response.ok ? { pointers: undefined } : { grade: undefined, rules: undefined }),
      ...expected[name],
    })
  })

  it('has an example of each kind', () => {
    expect(examples.map(([name]) => name)).toEqual(Object.keys(expected))
  })

  it.each([
    { name: 'a result with findings, gaps and suppressed findings', body: WEAK, schema: '#/components/schemas/ScanResult' },
    { name: 'an invalid upload', body: { files: [{}] }, schema: '#/components/schemas/InvalidUpload' },
    { name: 'another problem', body: undefined, schema: '#/components/schemas/Problem' },
  ])('describes $name', async ({ body, schema }) => {
    const response = await upload(server.uploadUrl, body)
    const value: unknown = await response.json()
    expect(JSON.stringify(value).length).toBeGreaterThan(100)
    if (schema.endsWith('Problem')) expect(value).toMatchObject({ line: 1 })
    else expect(faultsOf({ $ref: schema }, value)).toEqual([])
  })

  it.each([
    { path: '/api/rules', schema: 'RuleList' },
    { path: '/api/rules/code-injection', schema: 'Rule' },
    { path: '/api/packs/public', schema: 'Pack' },
    { path: '/healthz', schema: 'Status' },
    { path: '/readyz', schema: 'Status' },
    { path: '/nothing', schema: 'Problem' },
  ])('describes the answers of $path', async ({ path, schema }) => {
    expect(faultsOf({ $ref: `#/components/schemas/${schema}` }, await (await fetch(server.url + path)).json())).toEqual([])
  })

  it('describes the answer to a broken archive', async () => {
    const headers = { 'Content-Type': 'application/zip' }
    const response = await fetch(`${server.url}/api/scans/upload-zip`, { method: 'POST', headers, body: new Uint8Array(makeZip([{ name: '/a' }])) })
    const value = await response.json()
    expect([value.faults.length, faultsOf({ $ref: '#/components/schemas/InvalidArchive' }, value)]).toEqual([1, []])
  })

  it('describes keys, and has an example that makes one', async () => {
    const address = `${server.url}/api/admin/keys`
    const example = document.paths['/api/admin/keys']?.post?.requestBody?.content['application/json']?.examples?.paid?.value
    const made = await fetch(address, { method: 'POST', headers: asOperator, body: JSON.stringify(example) })
    const key: { id: string } = await made.json()
    expect([made.status, faultsOf({ $ref: '#/components/schemas/CreatedKey' }, key)]).toEqual([201, []])
    const list = await (await fetch(address, { headers: asOperator })).json()
    expect(faultsOf({ $ref: '#/components/schemas/KeyList' }, list)).toEqual([])
    const revoked = await (await fetch(`${address}/${key.id}`, { method: 'DELETE', headers: asOperator })).json()
    expect(faultsOf({ $ref: '#/components/schemas/Key' }, revoked)).toEqual([])
  })

  it('describes the answers about callers and devices', async () => {
    const form = (path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(server.url + path, { method: 'POST', body: new URLSearchParams({ client_id: 'assay-cli', ...fields }) })
    const told = {
      Caller: await (await fetch(`${server.url}/api/account`, { headers: asOperator })).json(),
      AuthorizationServer: await (await fetch(`${server.url}/.well-known/oauth-authorization-server`)).json(),
      DeviceCodes: await (await form('/oauth/device', {})).json(),
      OAuthError: await (await form('/oauth/token', {})).json(),
    }
    for (const [schema, value] of Object.entries(told)) expect(faultsOf({ $ref: `#/components/schemas/${schema}` }, value), schema).toEqual([])
  })

  it.each(['json', 'zip'])('names every status that a problem of an upload of %s can have', (kind) => {
    const notOfUploads = new Set([404, 405, 431])
    const statuses = new Set<number>(Object.values(PROBLEMS).map(({ status }) => status))
    const named = document.paths[`/api/scans/upload-${kind}`]?.post?.responses
    expect([...statuses].filter((status) => !notOfUploads.has(status) && named?.[String(status)] === undefined)).toEqual([])
  })
})

describe('GET /docs', () => {
  it('shows every address and every schema, with nothing from elsewhere', async () => {
    const response = await fetch(`${server.url}/docs`)
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const path of Object.keys(document.paths)) expect(html).toContain(` ${path}</code>`)
    for (const name of Object.keys(document.components.schemas)) expect(html).toContain(`id="${name}"`)
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !/^[/#]/.test(link))).toEqual([])
    for (const link of new Set(links.filter((one) => one.startsWith('#')))) expect(html).toContain(`id="${link.slice(1)}"`)
  })
})
