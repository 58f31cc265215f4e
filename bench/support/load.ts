import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

export interface Load {
  /** Requests answered with 200, per second. */
  rate: number
  /** Processor time per request, in microseconds; NaN where /proc is not to be had. */
  serverMicros: number
  databaseMicros: number
}

interface LoadOptions {
  url: string
  token: string | null
  seconds: number
  connections: number
  /** The servers whose processor time is counted. All below them is the database that one of them started. */
  pids: readonly number[]
}

/**
 * Asks one address over and over on raw sockets. A full HTTP client would spend more on reading the answers than
 * the servers spend on making them, and both would look alike.
 */
export async function load(options: LoadOptions): Promise<Load> {
  const before = await spentMicros(options.pids)
  const started = performance.now()
  const until = started + options.seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => askUntil(options, until)),
  )
  const seconds = (performance.now() - started) / 1000
  const requests = counts.reduce((sum, count) => sum + count, 0)
  const after = await spentMicros(options.pids)
  return {
    rate: requests / seconds,
    serverMicros: (after.servers - before.servers) / requests,
    databaseMicros: (after.database - before.database) / requests,
  }
}

function askUntil({ url, token }: LoadOptions, until: number): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url)
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${authorization}\r\n`
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname)
    let left = 0
    let answered = 0
    socket.setNoDelay(true)
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      left = left === 0 ? restOf(chunk) : left - chunk.length
      if (left > 0) return
      answered += 1
      if (performance.now() < until) socket.write(request)
      else socket.end(() => resolve(answered))
    })
    /** Bytes of the answer still to come after its first chunk, whose headers are whole on loopback. */
    function restOf(chunk: Buffer): number {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
        socket.destroy()
        reject(new Error(`${url} answered ${head.split('\r\n', 1)[0]}`))
      }
      return end + 4 + length - chunk.length
    }
  })
}

async function spentMicros(pids: readonly number[]): Promise<{ servers: number; database: number }> {
  const servers = await processorMicros(pids)
  const all = await processorMicros(await family(pids))
  return { servers, database: all - servers }
}

/** User and system time of these processes, that of ended children they waited for not included. */
export async function processorMicros(pids: readonly number[]): Promise<number> {
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)
  }
  const ticksPerSecond = 100
  return (ticks / ticksPerSecond) * 1e6
}

/** The processes and all below them. */
export async function family(pids: readonly number[]): Promise<number[]> {
  const all = [...pids]
  for (const pid of all) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    all.push(...children.trim().split(' ').filter(Boolean).map(Number))
  }
  return all
}
