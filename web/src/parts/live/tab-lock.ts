/** Runs the work in one tab of this browser at a time; where the browser cannot tell tabs apart, in each. */
export async function withTabLock(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  // Locks exist only behind https or on localhost; an installation may have neither.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return work()
  await locks.request(name, { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
