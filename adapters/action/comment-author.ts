import { ask } from './ask-github.ts'
import { field } from './read-event.ts'
import type { Environment } from './read-inputs.ts'

/** The author of comments written with a token: an account by its number, or an app by its name. */
export type Identity = { readonly id: number } | { readonly login: string }

/** The author of comments written with the token of a workflow. No user can have this name. */
const WORKFLOWS: Identity = { login: 'github-actions[bot]' }

/**
 * Finds the author of a token. The REST API answers for tokens of users, GraphQL for tokens of workflows and apps, which have no user there. If
 * neither answers, the token is treated as a token of a workflow, so that comments of other authors stay unchanged.
 */
export async function readIdentity(
  { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_GRAPHQL_URL: graphql }: Environment,
  token: string,
): Promise<Identity> {
  const person = field(await askFor(`${api}/user`, {}, token), 'id')
  if (typeof person === 'number') return { id: person }
  if (graphql === undefined || graphql === '') return WORKFLOWS
  const query = JSON.stringify({ query: 'query { viewer { databaseId } }' })
  const app = field(field(field(await askFor(graphql, { method: 'POST', body: query }, token), 'data'), 'viewer'), 'databaseId')
  return typeof app === 'number' ? { id: app } : WORKFLOWS
}

async function askFor(address: string, request: Parameters<typeof ask>[1], token: string): Promise<unknown> {
  try {
    const answer = await ask(address, request, token)
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

/** Whether a comment's author, as GitHub describes it, is the identity of the token. */
export function isAuthor(identity: Identity, user: unknown): boolean {
  return 'id' in identity ? field(user, 'id') === identity.id : field(user, 'login') === identity.login && field(user, 'type') === 'Bot'
}
