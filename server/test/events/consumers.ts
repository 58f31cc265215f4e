export interface Told {
  readonly seq: number
  readonly eventName: string
  readonly resourceType: string
  readonly resourceId: number
  readonly occurredAt: string
  readonly thirdpartyId: number | null
  readonly dossierId: number | null
  readonly data: Record<string, unknown>
}

export interface FeedAnswer {
  readonly content: Told[]
  readonly next: number
  readonly head: number
}

interface Address {
  /** The feed, without its query. */
  readonly url: string
  readonly token: string
}

export type Consumer = (from: Address, after: number, signal: AbortSignal) => AsyncGenerator<Told[]>

const authorized = ({ token }: Address) => ({ authorization: `Bearer ${token}` })

export async function page(from: Address, query: string, signal?: AbortSignal): Promise<FeedAnswer> {
  const answer = await fetch(`${from.url}?${query}`, {
    headers: authorized(from),
    ...(signal === undefined ? {} : { signal }),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as FeedAnswer
}

/** Asks again and again. */
export const polling = (wait: number): Consumer =>
  async function* poll(from, after, signal) {
    let at = after
    for (;;) {
      const { content, next } = await page(from, `after=${at}&size=20&wait=${wait}`, signal)
      at = next
      if (content.length > 0) yield content
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

/** Reads a stream of server-sent events, as a browser does. */
export const streaming: Consumer = async function* stream(from, after, signal) {
  const headers = { ...authorized(from), accept: 'text/event-stream', 'last-event-id': String(after) }
  const answer = await fetch(`${from.url}?after=0&size=20`, { headers, signal })
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`${answer.status} ${await answer.text()}`)
  let text = ''
  for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
    text += bytes
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    const told = frames.flatMap(eventIn)
    if (told.length > 0) yield told
  }
}

function eventIn(frame: string): Told[] {
  const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  if (data === undefined) return []
  const event = JSON.parse(data) as Told
  if (fields.get('id') !== String(event.seq) || fields.get('event') !== event.eventName) {
    throw new Error(`A frame that contradicts itself: ${frame}`)
  }
  return [event]
}
