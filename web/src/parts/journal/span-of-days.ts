/** Days are the reader's own; journals count in UTC. What is no day is left out. */
export function spanOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const first = from && utcSecond(`${from}T00:00:00`)
  const last = to && utcSecond(`${to}T23:59:59`)
  return { ...(first && { from: first }), ...(last && { to: last }) }
}

function utcSecond(local: string): string | undefined {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 19)
}
