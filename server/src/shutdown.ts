const signals = ['SIGINT', 'SIGTERM'] as const
const parentCheckMs = 250

/**
 * Resolves with the first reason to end. Later ones are ignored on purpose: a terminal sends Ctrl-C to npm and
 * to us, and npm passes its own on, so two always arrive for one key press.
 */
export function untilAsked({ startedByNpm }: { startedByNpm: boolean }): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(`${signal} received`))
    if (startedByNpm) watchParent(() => resolve('npm ended'))
  })
}

/** npm passes a SIGTERM to the shell between us, which dies of it without a word to us. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, parentCheckMs)
  timer.unref()
}

/** Runs every step even if one fails, and gives up on the whole after `limitMs`. */
export async function stopInOrder(
  steps: readonly (readonly [name: string, stop: () => Promise<unknown>])[],
  options: { limitMs: number; onFault: (name: string, error: unknown) => void },
): Promise<void> {
  const limit = setTimeout(() => {
    options.onFault(
      'stop',
      new Error('The service did not stop in time; leaving it to the next start to recover.'),
    )
    process.exit(1)
  }, options.limitMs)
  for (const [name, stop] of steps) {
    await stop().catch((error: unknown) => options.onFault(name, error))
  }
  clearTimeout(limit)
}
