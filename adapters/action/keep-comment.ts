import { readIdentity, isAuthor, type Identity } from './comment-author.ts'
import { ask } from './ask-github.ts'
import { field, readEvent } from './read-event.ts'
import type { Environment } from './read-inputs.ts'

/** The marker in comments of this action. Each job of a workflow has its own comment. */
function markerOf({ GITHUB_WORKFLOW: workflow = '', GITHUB_JOB: job = '' }: Environment): string {
  return `<!-- assay ${Buffer.from(`${workflow}/${job}`).toString('base64url')} -->`
}

/**
 * Writes the comment of this job on the pull request, or updates the existing one. Returns the reason when no comment was written, otherwise
 * undefined.
 */
export async function keepComment(markdown: string, token: string, env: Environment): Promise<string | undefined> {
  const number = readEvent(env)?.number
  if (number === undefined) return 'This run does not belong to a pull request, so no comment was written.'
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = env
  const marker = markerOf(env)
  const body = JSON.stringify({ body: `${marker}\n${markdown}` })
  const comments = `${api}/repos/${repository}/issues`
  const author = await readIdentity(env, token)
  const known = await findComment(`${comments}/${number}/comments`, { marker, author, token })
  if (typeof known === 'string') return known
  const answer =
    known === undefined
      ? await ask(`${comments}/${number}/comments`, { method: 'POST', body }, token)
      : await ask(`${comments}/comments/${known}`, { method: 'PATCH', body }, token)
  return answer.ok ? undefined : describeRefusal(answer)
}

/** Number of pages of comments that are searched. */
const MAX_PAGES = 30
const PAGE = 100

/** Identifies the comment of this job by marker and author, because anybody can write the marker. */
interface OwnComment {
  readonly marker: string
  readonly author: Identity
  readonly token: string
}

/** The number of the comment, undefined if there is none, or an error message. */
async function findComment(address: string, { marker, author, token }: OwnComment): Promise<number | string | undefined> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await ask(`${address}?per_page=${PAGE}&page=${page}`, {}, token)
    if (!answer.ok) return describeRefusal(answer)
    const comments: unknown = await answer.json()
    if (!Array.isArray(comments)) return 'GitHub returned an unexpected response instead of the list of comments.'
    for (const comment of comments) {
      const [id, body] = [field(comment, 'id'), field(comment, 'body')]
      if (typeof id === 'number' && typeof body === 'string' && body.startsWith(marker) && isAuthor(author, field(comment, 'user'))) return id
    }
    if (comments.length < PAGE) return undefined
  }
  return undefined
}

function describeRefusal({ status }: Response): string {
  const hint =
    status === 403 || status === 404
      ? ' Give the job `permissions: pull-requests: write`. Runs for pull requests from forks do not have this permission.'
      : ''
  return `The comment could not be written: GitHub returned status ${status}.${hint}`
}
