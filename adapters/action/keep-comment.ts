import { readFileSync } from 'node:fs'
import type { Environment } from './read-inputs.ts'

/** In a comment of this action, and in no other. Two jobs of a workflow have a comment each. */
function markerOf({ GITHUB_WORKFLOW: workflow = '', GITHUB_JOB: job = '' }: Environment): string {
  return `<!-- assay ${Buffer.from(`${workflow}/${job}`).toString('base64url')} -->`
}

/** Writes the comment of this job on the pull request that it is about: the one that is there is changed. Says why there is none; undefined when there is. */
export async function keepComment(markdown: string, token: string, env: Environment): Promise<string | undefined> {
  const number = readPullRequest(env.GITHUB_EVENT_PATH)
  if (number === undefined) return 'This run is about no pull request, so there is nothing to comment on.'
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = env
  const marker = markerOf(env)
  const body = JSON.stringify({ body: `${marker}\n${markdown}` })
  const comments = `${api}/repos/${repository}/issues`
  const known = await findComment(`${comments}/${number}/comments`, marker, token)
  if (typeof known === 'string') return known
  const answer =
    known === undefined
      ? await ask(`${comments}/${number}/comments`, { method: 'POST', body }, token)
      : await ask(`${comments}/comments/${known}`, { method: 'PATCH', body }, token)
  return answer.ok ? undefined : describeRefusal(answer)
}

function readPullRequest(eventPath: string | undefined): number | undefined {
  if (eventPath === undefined) return undefined
  const event: unknown = JSON.parse(readFileSync(eventPath, 'utf8'))
  const request = field(event, 'pull_request')
  const number = field(request, 'number')
  return typeof number === 'number' ? number : undefined
}

/** Comments are looked through so far. */
const MOST_PAGES = 30
const PAGE = 100

/** The number of the comment, undefined when there is none, or a text that says what went wrong. */
async function findComment(address: string, marker: string, token: string): Promise<number | string | undefined> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask(`${address}?per_page=${PAGE}&page=${page}`, {}, token)
    if (!answer.ok) return describeRefusal(answer)
    const comments: unknown = await answer.json()
    if (!Array.isArray(comments)) return 'GitHub answered something else than comments.'
    for (const comment of comments) {
      const [id, body] = [field(comment, 'id'), field(comment, 'body')]
      if (typeof id === 'number' && typeof body === 'string' && body.startsWith(marker)) return id
    }
    if (comments.length < PAGE) return undefined
  }
  return undefined
}

const ATTEMPTS = 3
const PAUSE = 1000

/** Asks again when the other side has a fault or too much to do. */
async function ask(
  address: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: string },
  token: string,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(address, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'assay-action',
        'x-github-api-version': '2022-11-28',
      },
    })
    if (attempt === ATTEMPTS || (answer.status < 500 && answer.status !== 429)) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE * attempt))
  }
}

function describeRefusal({ status }: Response): string {
  const hint =
    status === 403 || status === 404 ? ' Give the job `permissions: pull-requests: write`; pull requests from forks have no such right.' : ''
  return `The comment cannot be written: GitHub answered ${status}.${hint}`
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Readonly<Record<string, unknown>> = { ...value }
  return fields[name]
}
