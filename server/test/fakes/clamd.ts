import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface FakeClamd {
  port: number
  /** Bodies received whole, in order. */
  bodies: Buffer[]
  close(): Promise<void>
}

export interface FakeClamdOptions {
  /** What it answers to a whole body. */
  verdict?: (body: Buffer) => string | undefined
  streamMaxLength?: number
}

/** Speaks clamd's INSTREAM and PING on loopback, with its limits and its ways to hang up. */
export async function fakeClamd(options: FakeClamdOptions = {}): Promise<FakeClamd> {
  const { verdict = () => 'OK', streamMaxLength = 25 * 1024 * 1024 } = options
  const bodies: Buffer[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let waiting: Buffer = Buffer.alloc(0)
    let command: string | undefined
    let body: Buffer[] = []
    const answer = (text: string | undefined) => {
      if (text !== undefined) socket.end(`${text}\0`)
    }
    const take = (): boolean => {
      if (command === undefined) {
        const end = waiting.indexOf(0)
        if (end < 0) return false
        command = waiting.toString('latin1', 0, end)
        waiting = waiting.subarray(end + 1)
        if (command === 'zPING') answer('PONG')
        else if (command !== 'zINSTREAM') answer('UNKNOWN COMMAND')
        return true
      }
      if (waiting.length < 4 || waiting.length < 4 + waiting.readUInt32BE(0)) return false
      const length = waiting.readUInt32BE(0)
      body.push(waiting.subarray(4, 4 + length))
      waiting = waiting.subarray(4 + length)
      const whole = Buffer.concat(body)
      if (whole.length > streamMaxLength) answer('INSTREAM size limit exceeded. ERROR')
      else if (length === 0) {
        bodies.push(whole)
        const said = verdict(whole)
        answer(said === undefined ? undefined : `stream: ${said}`)
      } else return true
      body = []
      return false
    }
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk])
      while (!socket.writableEnded && take());
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bodies,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
