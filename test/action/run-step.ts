import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { MAIN } from '../cli/run-assay.ts'

const BUNDLE = fileURLToPath(new URL('../../adapters/action/bundle/index.js', import.meta.url))

export interface Step {
  readonly code: number | null
  readonly stdout: string
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
}

/** Runs the bundled action as a runner does: inputs in the environment, outputs and summary in files. */
export async function runStep(inputs: Readonly<Record<string, string>>, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Step> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-step-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const given = Object.entries({ command: `${process.execPath} ${MAIN}`, path: '.', 'sarif-file': 'assay.sarif', ...inputs })
  const asked = Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
  const child = spawn(process.execPath, [BUNDLE], {
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

/** `name<<end`, the value, `end`: as the runner's documentation has it. */
function readOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {}
  for (const [, name = '', , value = ''] of text.matchAll(/^([\w-]+)<<(\S+)\n([^]*?)\n\2$/gm)) outputs[name] = value
  return outputs
}

interface StoredComment {
  readonly id: number
  body: string
}

/** A stand-in of what GitHub answers about comments of one pull request. */
export async function startGithub({ refusals = 0, status = 403 }: { readonly refusals?: number; readonly status?: number } = {}) {
  const comments: StoredComment[] = Array.from({ length: 130 }, (_, id) => ({ id: id + 1, body: `Comment ${id}` }))
  const asked: string[] = []
  let left = refusals
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${request.method} ${address.pathname} ${request.headers.authorization}`)
    const answer = (code: number, value: unknown): void =>
      void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (left > 0) {
      left--
      answer(status, { message: 'no' })
      return
    }
    const { body } = await readBody(request)
    const [, id] = /\/issues\/comments\/(\d+)$/.exec(address.pathname) ?? []
    if (request.method === 'GET') {
      const [page, size] = [Number(address.searchParams.get('page')), Number(address.searchParams.get('per_page'))]
      answer(200, comments.slice((page - 1) * size, page * size))
    } else if (request.method === 'POST') {
      comments.push({ id: comments.length + 1, body })
      answer(201, {})
    } else {
      const comment = comments.find((each) => each.id === Number(id))
      if (comment !== undefined) comment.body = body
      answer(comment === undefined ? 404 : 200, {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, asked, ours: () => comments.slice(130).map(({ body }) => body) }
}

async function readBody(request: IncomingMessage): Promise<{ readonly body: string }> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? { body: '' } : JSON.parse(text)
}
