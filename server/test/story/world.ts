import { expect, vi } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createBundledProviders, references, type Announcement } from '../../src/domain/references/index.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { systemClock, type Role } from '../../src/platform/kernel/index.ts'
import { handlersOf, startWorkers } from '../../src/worker.ts'
import { fakeSmtp, type ReceivedMail } from '../fakes/smtp.ts'
import { testPublicUrl } from '../harness/app.ts'
import { testApp } from '../harness/index.ts'
import { runTask } from '../responses/run-jobs.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Pages are looked at as pictures before an answer is accepted: seconds of a processor that tests share.
const patience = { timeout: 120_000, interval: 40 }

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export interface Colleague {
  readonly userId: number
  readonly email: string
  readonly ask: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
}

/** The product as its users meet it: a service that listens, its worker, a mail server and a legal gazette. */
export interface World {
  /** Of the service. */
  readonly origin: string
  /** What the gazette has published, of whomever it is asked for. */
  readonly published: Announcement[]
  /** As a member of the buyer's staff, below the account. */
  readonly staff: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
  /** The newest unread mail that says so, once there is one. */
  readonly mailTo: (address: string, words: RegExp) => Promise<ReceivedMail>
  /** One more member of the staff, who asks as a person. */
  readonly colleague: (roles: readonly Role[]) => Promise<Colleague>
  /** Makes alerts of what happened, as the worker does each minute. */
  readonly makeAlerts: () => Promise<void>
  /** Lives through the days up to noon of this one, with all they bring. */
  readonly liveUntil: (day: string) => Promise<void>
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const smtp = await fakeSmtp()
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'Vigie <vigie@buyer.example>' }
  const known = references(createBundledProviders(), null)
  const t = await testApp({ environment, references: known })
  const published: Announcement[] = []
  const config = loadConfig({ PUBLIC_URL: testPublicUrl, ...environment })
  const deps = {
    config,
    appUrl: t.appUrl,
    clock: systemClock,
    references: known,
    announcements: gazetteOf(published),
    store: t.store,
    invitations: openInvitations({ config, publicUrl: testPublicUrl, secretKey: t.secretKey }),
    log: quiet,
  }
  const worker = await startWorkers(deps)
  const { base, token, accountId } = await t.given.office('SANDBOX')
  const origin = await t.listen()
  const staff: World['staff'] = (method, path, body) =>
    call(`${origin}${base}${path}`, method, { body, headers: { authorization: `Bearer ${token}` } })
  return {
    origin,
    published,
    staff,
    mailTo: mailReader(smtp.received),
    colleague: async (roles) => {
      const person = await t.given.person([accountId], [...roles])
      const headers = { authorization: `Bearer ${person.token}` }
      const ask: Colleague['ask'] = (method, path, body) =>
        call(`${origin}${base}${path}`, method, { body, headers })
      return { userId: person.userId, email: person.email, ask }
    },
    makeAlerts: () => {
      const run = handlersOf(deps)['alerts.run-account']
      return runTask(t, 'alerts.run-account', run, { accountId })
    },
    liveUntil: async (day) => {
      await staff('POST', '/clock/advance', { to: `${day}T12:00:00` })
      await eventually(() => staff<{ advancingTo: string | null }>('GET', '/clock'), { advancingTo: null })
    },
    close: async () => {
      await worker.stop()
      await t.close()
      await smtp.close()
    },
  }
}

/** What the service answers; anything but success ends the test. */
export async function call<T>(url: string, method: string, { headers = {}, body }: Sent = {}): Promise<T> {
  const answer = await request(url, method, { headers, body })
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

export async function request(url: string, method: string, { headers = {}, body }: Sent): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(url, {
    method,
    headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
  })
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Asks until the answer is as wanted. */
export async function eventually<T>(ask: () => Promise<T>, wanted: unknown): Promise<T> {
  return vi.waitFor(async () => {
    const answer = await ask()
    expect(answer).toMatchObject(wanted as object)
    return answer
  }, patience)
}

function mailReader(received: readonly ReceivedMail[]): World['mailTo'] {
  const read = new Set<ReceivedMail>()
  return (address, words) =>
    vi.waitFor(() => {
      const isIt = ({ to, email }: ReceivedMail) =>
        to.includes(address) && words.test(`${email.subject}\n${email.text}`)
      const mail = received.findLast((one) => !read.has(one) && isIt(one))
      if (!mail) throw new Error(`No mail of ${received.length} to ${address} says ${words}`)
      for (const one of received.slice(0, received.indexOf(mail) + 1)) if (isIt(one)) read.add(one)
      return mail
    }, patience)
}

function gazetteOf(published: readonly Announcement[]) {
  return {
    name: 'toy gazette',
    since: async (siren: string) => ({
      kind: 'ANSWERED' as const,
      announcements: published.filter((one) => one.siren === siren),
    }),
  }
}
