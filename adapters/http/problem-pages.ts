import { toPage, withCode } from './page-frame.ts'
import { PROBLEMS } from './problems.ts'
import type { ProblemKind } from './problems.ts'

/** The page that explains all problems. */
export function toProblemsPage(): Response {
  const items = Object.entries(PROBLEMS).map(([name, { status, title }]) => `<li><a href="/problems/${name}">${name}</a> (${status}): ${title}</li>`)
  return toPage('Problems', `<ul>${items.join('\n')}</ul>`)
}

/** The page behind the `type` of a problem, `undefined` when there is no such problem. */
export function toProblemPage(name: string): Response | undefined {
  const problem = new Map<string, ProblemKind>(Object.entries(PROBLEMS)).get(name)
  if (!problem) return undefined
  return toPage(problem.title, `<p>Status ${problem.status}</p>\n<p>${withCode(problem.advice)}</p>\n<p><a href="/problems">All problems</a></p>`)
}
