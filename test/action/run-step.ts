import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const BUNDLE = fileURLToPath(new URL('../../adapters/action/bundle/index.js', import.meta.url))

export interface Step {
  readonly code: number | null
  readonly stdout: string
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
}

/** Runs the bundled action as a runner does: inputs in the environment, outputs and summary in files. */
export async function runStep(
  inputs: Readonly<Record<string, string>>,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  bundle = BUNDLE,
): Promise<Step> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-step-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const given = Object.entries({ path: '.', 'sarif-file': 'assay.sarif', ...inputs })
  const asked = Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
  const child = spawn(process.execPath, [bundle], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: folder, RUNNER_TEMP: folder, ...files, ...asked, ...env },
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    code,
    stdout: Buffer.concat(chunks).toString(),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    outputs: readOutputs(readFileSync(files.GITHUB_OUTPUT, 'utf8')),
  }
}

/** `name<<end`, the value, `end`, according to the runner's documentation. */
function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {}
  for (const [, name = '', , value = ''] of text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm)) outputs[name] = value
  return outputs
}

interface Author {
  readonly id: number
  readonly login: string
  readonly type: 'Bot' | 'User'
}

export const WORKFLOWS: Author = { id: 41898282, login: 'github-actions[bot]', type: 'Bot' }
export const MALLORY: Author = { id: 666, login: 'mallory', type: 'User' }

interface StoredComment {
  readonly id: number
  readonly user: Author | null
  body: string
}

interface Github {
  /** Number of requests about comments that are refused first. */
  readonly refusals?: number
  readonly status?: number
  /** The owner of the token. */
  readonly author?: Author
  /** The API that identifies the owner. */
  readonly identity?: 'rest' | 'graphql' | 'none'
  /** Existing comments, after 130 others. */
  readonly others?: readonly Omit<StoredComment, 'id'>[]
}

/** Simulates GitHub's API for comments of one pull request. */
export async function startGithub({ refusals = 0, status = 403, author = WORKFLOWS, identity = 'none', others = [] }: Github = {}) {
  const many = Array.from({ length: 130 }, (_, id) => ({ user: MALLORY, body: `Comment ${id}` }))
  const comments: StoredComment[] = [...many, ...others].map((comment, index) => ({ ...comment, id: index + 1 }))
  const asked: string[] = []
  let left = refusals
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '', 'http://localhost')
    const answer = (code: number, value: unknown): void =>
      void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const body = await readBody(request)
    if (address.pathname === '/user') {
      answer(identity === 'rest' ? 200 : 403, identity === 'rest' ? author : { message: 'Resource not accessible by integration' })
      return
    }
    if (address.pathname === '/graphql') {
      answer(200, identity === 'graphql' ? { data: { viewer: { databaseId: author.id } } } : { errors: [{ message: 'no' }] })
      return
    }
    asked.push(`${request.method} ${address.pathname} ${request.headers.authorization}`)
    if (left > 0) {
      left--
      answer(status, { message: 'no' })
      return
    }
    const [, id] = /\/issues\/comments\/(\d+)$/.exec(address.pathname) ?? []
    if (request.method === 'GET') {
      const [page, size] = [Number(address.searchParams.get('page')), Number(address.searchParams.get('per_page'))]
      answer(200, comments.slice((page - 1) * size, page * size))
    } else if (request.method === 'POST') {
      comments.push({ id: comments.length + 1, user: author, body })
      answer(201, {})
    } else {
      const comment = comments.find((each) => each.id === Number(id))
      if (comment !== undefined) comment.body = body
      answer(comment === undefined ? 404 : 200, {})
    }
  })
  const url = await listen(server)
  return {
    env: { GITHUB_API_URL: url, GITHUB_GRAPHQL_URL: `${url}/graphql`, GITHUB_REPOSITORY: 'me/it' },
    asked,
    /** Bodies of comments after the first 130. */
    ours: () => comments.slice(130).map(({ body }) => body),
  }
}

/** Starts a server on loopback, and stops it at the end of the test. Returns its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const { body = '' }: { readonly body?: string } = text === '' ? {} : JSON.parse(text)
  return body
}
