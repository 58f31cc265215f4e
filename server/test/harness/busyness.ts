import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** How many times longer things take because others use this machine too: over the last minute, or at this moment. */
export function busyness(): number {
  return Math.max(1, Math.max(loadavg()[0] ?? 0, countRunning()) / availableParallelism())
}

/** The average of a minute has not heard yet of what began a few seconds ago. */
function countRunning(): number {
  if (process.platform !== 'linux') return 0
  return Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
}
