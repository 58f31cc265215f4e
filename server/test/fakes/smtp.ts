import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What the relay does with the next message; each is used once, in order, then all is well. */
export type Misbehaviour =
  /** Takes the message, then cuts the line instead of saying so. */
  | 'drop-after-data'
  /** Refuses the message before its body arrives, and hangs up. */
  | 'busy-421'
  /** Refuses the message for now. */
  | 'greylist-451'
  /** Knows no such recipient. */
  | 'unknown-550'
  /** Refuses the recipient for good, once it has the message. */
  | 'unknown-after-data-550'
  /** Refuses the message for good without a closer code. */
  | 'refused-554'
  /** Refuses the message for good because it is too large. */
  | 'too-large-552'
  /** Takes the message and never answers. */
  | 'hang'

export interface ReceivedMail {
  /** What the envelope said, which may differ from the headers. */
  from: string
  to: string[]
  raw: string
  email: Email
  /** False when the sender cannot know that it was taken. */
  acknowledged: boolean
}

export interface FakeSmtp {
  readonly url: string
  readonly received: ReceivedMail[]
  misbehave(...next: Misbehaviour[]): void
  close(): Promise<void>
}

type Done = (error?: Error | null) => void

/** A real SMTP server on loopback that keeps what it was given. */
export async function fakeSmtp(): Promise<FakeSmtp> {
  const received: ReceivedMail[] = []
  const queue: Misbehaviour[] = []

  const onRcptTo = (_address: unknown, _session: SMTPServerSession, done: Done) => {
    if (queue[0] !== 'unknown-550' && queue[0] !== 'busy-421') return done()
    const refusal = queue.shift() === 'busy-421' ? reply(421, '4.3.2 Busy') : reply(550, '5.1.1 No such user')
    return done(refusal)
  }
  const onData = (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done) => {
    const fault = queue.shift()
    read(stream)
      .then(async (raw) => {
        const refusal = fault && refusals[fault]
        if (refusal) return done(reply(...refusal))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          email: await PostalMime.parse(raw),
          acknowledged: fault === undefined,
        })
        if (fault === 'drop-after-data') return cut(server, session.id)
        if (fault === 'hang') return undefined
        return done()
      })
      .catch(done)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo,
    onData,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    misbehave: (...next) => void queue.push(...next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Of a message that has arrived whole. */
const refusals: Partial<Record<Misbehaviour, [code: number, sentence: string]>> = {
  'greylist-451': [451, '4.7.1 Come back later'],
  'unknown-after-data-550': [550, '5.1.1 No such user'],
  'refused-554': [554, 'Transaction failed'],
  'too-large-552': [552, '5.3.4 Message too big'],
}

function reply(code: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode: code })
}

async function read(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Cuts the line of one session, as a crash of the relay would. */
function cut(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections) {
    if (connection.id === sessionId) connection._socket.destroy()
  }
}
