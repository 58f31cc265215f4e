/** A busy machine slows the process that runs the tests too, and many files fill its memory; shedding has its own tests. */
export const patientLimits = { eventLoopDelayMs: 30_000, rssBytes: 16e9, heapBytes: 16e9 } as const
