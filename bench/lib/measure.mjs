/**
 * Runs every variant once per round, alternately, so that a slower machine affects all of them. Times are CPU milliseconds of this process (user and
 * system, including helper threads), because wall time depends on other load.
 *
 * @param {readonly { name: string, run: () => unknown }[]} variants
 * @param {{ rounds: number, warmups: number }} options
 * @returns {Promise<Map<string, number[]>>}
 */
export async function measureInTurns(variants, { rounds, warmups }) {
  const times = new Map(variants.map(({ name }) => [name, []]))
  for (let round = -warmups; round < rounds; round++) {
    for (const { name, run } of variants) {
      globalThis.gc?.()
      const before = process.cpuUsage()
      await run()
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) times.get(name).push((user + system) / 1000)
    }
  }
  return times
}

/** The mean of the two middle values for an even number. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Half the range as a share of the median. */
export function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values)
}

/** The median of the ratios of each round, which a round on a busy machine does not move. */
export function medianRatio(values, bases) {
  return median(values.map((value, index) => value / bases[index]))
}

/** Formats a table: first column left-aligned, others right-aligned. */
export function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('   ')
  return rows.map(line).join('\n')
}

/** A share as a percentage with one decimal. */
export function percent(share) {
  return `${(share * 100).toFixed(1)} %`
}

/** The value that this share of all values does not exceed. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
}

/** How time grows with size: the slope of the straight line through the logarithms. 1 is linear, 2 quadratic. */
export function exponentOf(sizes, times) {
  const [xs, ys] = [sizes.map(Math.log), times.map(Math.log)]
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const slope = xs.reduce((sum, x, index) => sum + (x - meanX) * (ys[index] - meanY), 0)
  return slope / xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
}
