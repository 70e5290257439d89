const ATTEMPTS = 3
const PAUSE = 1000

/** Sends a request to GitHub. Retries when GitHub answers with a server error or a rate limit. */
export async function ask(
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
