import { availableParallelism, loadavg } from 'node:os'

/** How many times longer things take because others use this machine too. */
export function busyness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}
