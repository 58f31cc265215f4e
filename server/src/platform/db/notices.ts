import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { clientOf, type Hosts } from './hosts.ts'
import { startHeartbeat, type Heartbeat } from './heartbeat.ts'

/** What a process hears of the changes that others make. */
export interface NoticeHandlers {
  readonly onNotice: (payload: string) => void
  /** Whenever notices may have been missed: when the connection is lost, and when there is a new one. */
  readonly onGap: () => void
}

export interface Notices {
  /** Whether everything announced until a moment ago was heard, as far as the connection shows. */
  isCurrent(): boolean
  stop(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 5_000
// A server that does not answer must hold up neither a new attempt nor the end of the process.
const patienceMs = 5_000
const farewellMs = 1_000

/**
 * Listens on a connection of its own, so that requests never wait for it and no pool has one less. It comes back by
 * itself; until then nothing is heard, and whoever relies on it must not remember for long.
 */
export function listenForNotices(hosts: Hosts, channel: string, handlers: NoticeHandlers): Notices {
  let client: pg.Client | null = null
  let heartbeat: Heartbeat | null = null
  let timer: NodeJS.Timeout | null = null
  let pauseMs = firstPauseMs
  let isStopped = false
  const Client = clientOf(hosts)

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = null
    heartbeat?.stop()
    heartbeat = null
    lost.end().catch(() => undefined)
    if (isStopped) return
    handlers.onGap()
    timer = setTimeout(connect, pauseMs)
    timer.unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  const connect = () => {
    const opened = new Client({
      connectionString: hosts.urls[0],
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      application_name: 'vigie notices',
    })
    client = opened
    opened.on('error', () => lose(opened))
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload }) => handlers.onNotice(payload ?? ''))
    opened
      .connect()
      .then(() => opened.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(
        () => {
          // Lost or stopped meanwhile.
          if (client !== opened) return
          heartbeat = startHeartbeat(opened, () => lose(opened))
          pauseMs = firstPauseMs
          handlers.onGap()
        },
        () => lose(opened),
      )
  }
  connect()
  return {
    isCurrent: () => heartbeat?.isCurrent() ?? false,
    stop: async () => {
      isStopped = true
      heartbeat?.stop()
      heartbeat = null
      if (timer) clearTimeout(timer)
      const open = client
      client = null
      const ended = open?.end().catch(() => undefined)
      await Promise.race([ended, delay(farewellMs, undefined, { ref: false })])
    },
  }
}
