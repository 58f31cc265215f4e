import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** What the wire does: carries, refuses and resets, or takes everything and passes on nothing. */
type Wire = 'carries' | 'cut' | 'stalled'

/** A wire of our own to a port of this machine, which can be cut or go quiet. */
export class Proxy {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #wire: Wire = 'carries'

  private constructor(server: Server, to: () => number) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (near) => this.#join(near, to()))
  }

  static async open(to: () => number): Promise<Proxy> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Proxy(server, to)
  }

  /** Every connection is reset, and so is each new one until it is mended. */
  cut(): void {
    this.#wire = 'cut'
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  /** Nobody is told anything: bytes stay where they are until it is mended. */
  stall(): void {
    this.#wire = 'stalled'
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  mend(): void {
    this.#wire = 'carries'
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(near: Socket, port: number): void {
    near.on('error', () => undefined)
    if (this.#wire === 'cut') return void near.resetAndDestroy()
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    far.on('error', () => undefined)
    const pair = [near, far] as const
    this.#pairs.add(pair)
    const end = () => {
      this.#pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    near.on('close', end)
    far.on('close', end)
    near.pipe(far)
    far.pipe(near)
    if (this.#wire === 'stalled') for (const socket of pair) socket.pause()
  }
}
