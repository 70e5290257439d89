/** With commas between thousands, whatever the locale. */
export function formatNumber(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 file`, `2 files`. */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatNumber(count)} ${Math.round(count) === 1 ? one : several}`
}
