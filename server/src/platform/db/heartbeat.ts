import type { ClientBase } from 'pg'

/** How old the last sign of life of what is listened to may be, and so what is remembered on the strength of it. */
export const currentMs = 800
const beatMs = 300
// No answer for so long: a network that was cut says nothing, and neither does a server that was switched off.
const silenceMs = 2_000

export interface Heartbeat {
  isCurrent(): boolean
  stop(): void
}

/**
 * Asks a listening connection again and again whether it is still there. PostgreSQL delivers what was announced before a
 * question ahead of its answer, so an answer also says that nothing announced until then is on its way any more.
 */
export function startHeartbeat(client: ClientBase, onSilence: () => void): Heartbeat {
  let heardUntil = performance.now()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const stop = () => {
    isStopped = true
    if (timer) clearTimeout(timer)
  }
  const wait = (milliseconds: number, act: () => void) => {
    if (isStopped) return
    timer = setTimeout(act, milliseconds)
    timer.unref()
  }
  const giveUp = () => {
    if (isStopped) return
    stop()
    onSilence()
  }
  const beat = () => {
    const askedAt = performance.now()
    wait(silenceMs, giveUp)
    client.query('select').then(() => {
      if (timer) clearTimeout(timer)
      heardUntil = askedAt
      wait(beatMs, beat)
    }, giveUp)
  }
  beat()
  return { isCurrent: () => !isStopped && performance.now() - heardUntil < currentMs, stop }
}
