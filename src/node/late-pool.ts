import type { WorkerPool } from './worker-pool.ts'

/** A pool whose threads start when its first task comes. When they cannot, that task is lost, and the next tries again. */
export function createLatePool<Reply>(open: () => Promise<WorkerPool<Reply>>): WorkerPool<Reply> {
  let starting: Promise<WorkerPool<Reply> | undefined> | undefined
  let pool: WorkerPool<Reply> | undefined
  let closed = false

  function started(): Promise<WorkerPool<Reply> | undefined> {
    return (starting ??= open().then(
      (opened) => (pool = opened),
      () => (starting = undefined),
    ))
  }

  return {
    run: async (task) => {
      if (closed) return { kind: 'closed' }
      const opened = await started()
      return opened === undefined ? { kind: 'lost', reason: 'died' } : opened.run(task)
    },
    state: () => pool?.state() ?? { alive: 0, running: 0, queued: 0, full: false },
    close: async (graceMs) => {
      closed = true
      await (await starting)?.close(graceMs)
    },
  }
}
