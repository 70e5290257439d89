import { MODEL_VERBS, type LibraryModel } from '../model/library-model.ts'

/**
 * The packages that the rows of a model name: the first segments of their callees, such as `axios` of `{axios,got}.get`. Empty for callees of any object
 * (`**.get`).
 */
export function packagesOfModel(rows: LibraryModel['rows']): readonly string[] {
  const names = new Set(MODEL_VERBS.flatMap((verb) => (rows[verb] ?? []).flatMap(calleesOf)).flatMap(firstSegments))
  return [...names].toSorted()
}

function calleesOf(row: unknown): readonly string[] {
  if (typeof row !== 'object' || row === null || !('call' in row)) return []
  return Array.isArray(row.call) ? row.call.filter((each) => typeof each === 'string') : typeof row.call === 'string' ? [row.call] : []
}

function firstSegments(callee: string): readonly string[] {
  const [, alternatives] = /^\{([^{}]*)\}/.exec(callee) ?? []
  return (alternatives?.split(',') ?? [callee]).flatMap(
    (each) => /^(?:new )?(@[\w-]+\/[\w-]+|[A-Za-z_][\w-]*)(?=[.(/]|$)/.exec(each.trim())?.[1] ?? [],
  )
}
