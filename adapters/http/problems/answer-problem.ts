import { PROBLEMS, toProblemDocument } from './problems.ts'
import type { Problem } from './problems.ts'

/** The answer to a request that is refused. */
export function answerProblem(problem: Problem, requestId: string | undefined): Response {
  return new Response(JSON.stringify(toProblemDocument(problem, requestId)), {
    status: PROBLEMS[problem.name].status,
    headers: { 'Content-Type': 'application/problem+json', ...problem.headers },
  })
}
