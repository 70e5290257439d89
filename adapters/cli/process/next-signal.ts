import { onParentEnd } from './parent-end.ts'

/**
 * Resolves with the first SIGINT or SIGTERM, or when the package manager that started this process has ended. The next signal ends the process as
 * usual.
 */
export function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    const endWatch = onParentEnd(process.env, stop)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)

    function stop(): void {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      endWatch()
      resolve()
    }
  })
}
