import { ask } from './ask-github.ts'
import { field } from './read-event.ts'
import type { Environment } from './read-inputs.ts'

/** Who writes with a token: an account by its number, or an app by its name. */
export type Identity = { readonly id: number } | { readonly login: string }

/** Who writes with the token of a workflow. No person can have such a name. */
const WORKFLOWS: Identity = { login: 'github-actions[bot]' }

/**
 * Who writes with a token. A token of a person tells by the REST API; one of a workflow or another app, which has no user there, by GraphQL. Where neither answers it is taken
 * for that of a workflow: then a comment of anybody else is left alone.
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

/** Whether a user, as GitHub describes the author of a comment, is the one who writes with the token. */
export function isAuthor(identity: Identity, user: unknown): boolean {
  return 'id' in identity ? field(user, 'id') === identity.id : field(user, 'login') === identity.login && field(user, 'type') === 'Bot'
}
