import { Readable } from 'node:stream'

/** A reader who takes nothing for so long gives up what is held for them. */
const idleMs = 60_000

class ReaderIdle extends Error {
  constructor() {
    super('The reader stopped reading.')
  }
}

/**
 * The same bytes, their first chunk already there: what is wrong before it can still be answered as a problem, what
 * goes wrong later can only cut the connection. `onFault` hears of the latter.
 */
export async function servedBody(
  source: Readable,
  onFault: (error: unknown) => void,
  waitMs: number = idleMs,
): Promise<Readable> {
  const chunks = source.iterator({ destroyOnReturn: true }) as AsyncIterator<Buffer>
  const first = await chunks.next()
  let idle: NodeJS.Timeout | undefined
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) {
        idle = setTimeout(() => body.destroy(new ReaderIdle()), waitMs).unref()
        yield next.value
        clearTimeout(idle)
      }
    } catch (error) {
      onFault(error)
      throw error
    }
  }
  const body: Readable = Readable.from(bytes(), { objectMode: false })
  // A generator that nobody began runs no end of its own.
  body.once('close', () => {
    clearTimeout(idle)
    source.destroy()
  })
  return body
}
