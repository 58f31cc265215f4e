import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Relay {
  /** The given address, by way of the relay. */
  readonly url: string
  /** From now on nothing passes on connections that began with this word, and neither side is told. */
  silence(word: string): void
  /** New connections pass again; those silenced stay so. */
  restore(): void
  close(): Promise<void>
}

/** Stands between a process and its database, and can be cut as a network is: without a word to either side. */
export async function startRelay(target: string): Promise<Relay> {
  // A socket has no host in its address but a folder among its parameters.
  const url = new URL(target.replace('@/', '@placeholder.invalid/'))
  const folder = url.searchParams.get('host')
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432))
  const place = folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
  const sockets = new Set<Socket>()
  const open = new Set<{ firstWords: string; isCut: boolean }>()
  let cutWord: string | null = null
  const server = createServer((near) => {
    const far = connect(place)
    const state = { firstWords: '', isCut: false }
    open.add(state)
    near.on('data', (bytes) => {
      if (state.firstWords === '') {
        state.firstWords = bytes.toString('latin1')
        state.isCut = cutWord !== null && state.firstWords.includes(cutWord)
      }
      if (!state.isCut) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!state.isCut) near.write(bytes)
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        if (!state.isCut) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence(word) {
      cutWord = word
      for (const state of open) if (state.firstWords.includes(word)) state.isCut = true
    },
    restore() {
      cutWord = null
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
