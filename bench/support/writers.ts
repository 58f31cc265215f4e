import { connect, type Socket } from 'node:net'

export interface Request {
  readonly path: string
  readonly token: string
  readonly body: unknown
}

export interface Written {
  /** Requests answered as wanted, per second. */
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

interface Writing {
  readonly baseUrl: string
  readonly writers: number
  readonly seconds: number
  /** Requests a second of all writers together; as fast as they are answered without it. */
  readonly pace?: number
  /** What the nth request of all writers says. */
  readonly request: (nth: number, writer: number) => Request
}

/**
 * Writers that each wait for their answer before they send the next request, on raw sockets: on a machine of two cores
 * an HTTP client of the bench would take its time from the server that is measured.
 */
export async function writeFor(writing: Writing): Promise<Written> {
  const latencies: number[] = []
  const started = performance.now()
  const until = started + writing.seconds * 1000
  let sent = 0
  const next = () => {
    const nth = sent
    sent += 1
    const due = writing.pace === undefined ? 0 : started + (nth * 1000) / writing.pace
    return { nth, due }
  }
  const all = Array.from({ length: writing.writers }, (_, writer) =>
    writeUntil(writing, { writer, until, next, latencies }),
  )
  await Promise.all(all)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    rate: latencies.length / ((performance.now() - started) / 1000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

interface Turn {
  readonly writer: number
  readonly until: number
  readonly next: () => { nth: number; due: number }
  readonly latencies: number[]
}

function writeUntil({ baseUrl, request }: Writing, turn: Turn): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname)
    let answer = ''
    let began = 0
    const send = () => {
      const { nth, due } = turn.next()
      const now = performance.now()
      if (Math.max(now, due) >= turn.until) socket.end(resolve)
      // One that is late counts from when it was due: a server that stalls cannot hide behind its writers.
      else if (due > now) setTimeout(() => post(nth, due), due - now)
      else post(nth, due === 0 ? now : due)
    }
    const post = (nth: number, from: number) => {
      began = from
      socket.write(toHttp(request(nth, turn.writer), `${hostname}:${port}`))
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (!isWhole(answer)) return
      if (!/^HTTP\/1\.1 20[01] /.test(answer)) {
        socket.destroy()
        reject(new Error(`A write was answered: ${answer.slice(0, 2_000)}`))
        return
      }
      answer = ''
      turn.latencies.push(performance.now() - began)
      send()
    })
  })
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(answer.slice(0, Math.max(end, 0)))?.[1])
  return end >= 0 && answer.length >= end + 4 + length
}

function toHttp({ path, token, body }: Request, host: string): string {
  const text = JSON.stringify(body)
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}
