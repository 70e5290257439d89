import type { Project } from './link-program.ts'

/** Whether a function is another one or is nested in it. */
export function liesIn({ functions }: Pick<Project, 'functions'>, func: number, outer: number): boolean {
  for (let at = func; at >= 0; at = functions[at].parent) if (at === outer) return true
  return false
}
