/** Waits for a promise, but not longer than a number of milliseconds. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, patience])
  clearTimeout(timer)
}
