import { getHeapStatistics } from 'node:v8'

const mib = 1024 * 1024
/** A heap of this size is filled before the memory of the process reaches what is allowed by default. */
const ampleHeapMib = 1_024
/** An idle service fills half of it; below, it would end under the first load instead of refusing. */
const leastHeapMib = 200

/** Said at the start, not found out by the end of the process. */
export function requireMemory(limitBytes = getHeapStatistics().heap_size_limit): void {
  const limitMib = Math.floor(limitBytes / mib)
  if (limitMib >= leastHeapMib) return
  throw new Error(
    `Node allows this process a heap of ${limitMib} MiB; Vigie needs at least ${leastHeapMib}. Give the machine or ` +
      'container more memory, or set NODE_OPTIONS=--max-old-space-size=256.',
  )
}

/** What a small heap means for those who call; null for an ample one. */
export function describeMemory(
  shedBytes: number,
  limitBytes = getHeapStatistics().heap_size_limit,
): string | null {
  if (limitBytes >= ampleHeapMib * mib) return null
  const [limit, shed] = [limitBytes, shedBytes].map((bytes) => Math.floor(bytes / mib))
  return `The heap is limited to ${limit} MiB: beyond ${shed} MiB requests are refused with 503 OVERLOADED.`
}
