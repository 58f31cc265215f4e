const signals = ['SIGINT', 'SIGTERM'] as const
const parentCheckMs = 250

// A terminal sends Ctrl-C to npm and to us, and npm passes its own on: two always arrive for one key press.
const sameRequestMs = 500

export interface StopRequest {
  /** Comes with the first reason to end. */
  readonly asked: Promise<string>
  /** Comes when somebody insists, or npm is gone: no time to be polite. */
  readonly insisted: Promise<void>
}

export function untilAsked({ startedByNpm }: { startedByNpm: boolean }): StopRequest {
  let since: number | null = null
  let ask: (reason: string) => void = () => undefined
  let insist: () => void = () => undefined
  const asked = new Promise<string>((resolve) => {
    ask = resolve
  })
  const insisted = new Promise<void>((resolve) => {
    insist = resolve
  })
  const hear = (reason: string) => {
    since ??= performance.now()
    if (performance.now() - since > sameRequestMs) insist()
    ask(reason)
  }
  for (const signal of signals) process.on(signal, () => hear(`${signal} received`))
  if (startedByNpm)
    watchParent(() => {
      insist()
      ask('npm ended')
    })
  return { asked, insisted }
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
