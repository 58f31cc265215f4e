import type { LightMyRequestResponse } from 'fastify'
import type { Announcement } from '../../src/domain/references/index.ts'
import { startFakeVerification, type FakeVerification } from '../fakes/verification.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import type { Person } from '../harness/given.ts'
import { handWorker, type HandWorker } from '../jobs/hand-worker.ts'
import { daysLater } from '../responses/given-answer.ts'
import { multipartBody, type SentFile } from '../responses/answers-desk.ts'

export interface Happened {
  readonly eventName: string
  readonly resourceType: 'THIRD_PARTY' | 'DOSSIER' | 'DOCUMENT'
  readonly resourceId: number
  readonly occurredAt: string
  readonly data: Record<string, unknown>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One sandbox account, everything of the product that acts on it, and the world outside played by fakes. */
export interface Stage {
  readonly t: TestApp
  readonly accountId: number
  readonly base: string
  readonly token: string
  readonly person: Person
  readonly worker: HandWorker
  readonly verification: FakeVerification
  /** What the gazette has published of whomever it is asked for. */
  readonly published: Partial<Announcement>[]
  /** Over HTTP, as an administrator; what is refused ends the test. */
  readonly act: <T = Record<string, never>>(
    method: Method,
    path: string,
    body?: unknown,
    token?: string,
  ) => Promise<T>
  /** A multipart answer; its id. */
  readonly answer: (path: string, file: SentFile, fields?: Record<string, string>) => Promise<number>
  readonly company: () => Promise<number>
  readonly dossier: (
    thirdpartyId: number,
    typeCode: string,
  ) => Promise<{ path: string; dossierId: number; document: (code: string) => string }>
  readonly workOff: () => Promise<string[]>
  /** Time passes and nobody notices: no job runs. */
  readonly pass: (days: number) => Promise<void>
  /** Time passes day by day, with all it brings. */
  readonly live: (days: number) => Promise<void>
  /** From the feed, since the last time it was asked. */
  readonly happened: () => Promise<Happened[]>
}

interface Props {
  readonly verification: FakeVerification
  /** Settings of the worker. */
  readonly environment: Record<string, string>
}

/** A product of its own for the stage. */
export async function openStage(): Promise<Stage & { close: () => Promise<void> }> {
  const verification = await startFakeVerification()
  const environment = { VERIFICATION_URL: verification.url }
  const t = await testApp({ environment })
  return {
    ...(await stageOn(t, { verification, environment })),
    close: async () => {
      await t.close()
      await verification.close()
    },
  }
}

export async function stageOn(t: TestApp, { verification, environment }: Props): Promise<Stage> {
  const office = await t.given.office('SANDBOX')
  const { accountId, base, token } = office
  const published: Partial<Announcement>[] = []
  const worker = handWorker(t, { environment, announcements: gazetteOf(published), askProvider: always })
  const act = async <T>(method: Method, path: string, body?: unknown, as = token) =>
    accepted(await t.call(method, `${base}${path}`, { token: as, body }), `${method} ${path}`) as T
  let seen = 0
  let companies = 0
  return {
    ...office,
    t,
    verification,
    published,
    worker,
    person: await t.given.person([accountId]),
    act,
    answer: async (path, file, fields = {}) => {
      const { payload, contentType } = multipartBody([file], fields)
      const headers = { authorization: `Bearer ${token}`, 'content-type': contentType }
      const url = `${base}${path}/responses`
      const sent = await t.app.inject({ method: 'POST', url, headers, payload })
      return (accepted(sent, path) as { responseId: number }).responseId
    },
    company: async () => {
      for (;;) {
        const { thirdpartyId, status } = await t.given.thirdParty(office, companies++)
        // One that no longer exists would make every dossier invalid.
        if (status !== 'STRUCK_OFF') return thirdpartyId
      }
    },
    dossier: async (thirdpartyId, typeCode) => {
      const { dossierId, documents } = await t.given.dossier(office, thirdpartyId, typeCode)
      const path = `/dossiers/${dossierId}`
      return { path, dossierId, document: (code) => `${path}/documents/${documents[code]}` }
    },
    workOff: () => worker.workOff(accountId),
    pass: (days) => daysLater(t, accountId, days),
    live: async (days) => {
      await act('POST', '/clock/advance', { days })
      await worker.workOff(accountId)
    },
    happened: async () => {
      const all: Happened[] = []
      for (;;) {
        const page = await act<{ content: Happened[]; next: number }>('GET', `/events?after=${seen}&size=500`)
        if (page.content.length === 0) return all
        seen = page.next
        all.push(...page.content)
      }
    },
  }
}

function accepted(answer: LightMyRequestResponse, what: string): unknown {
  if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? {} : answer.json()
}

/** A provider of data that says the same of every company. */
const always = async () => ({
  score: 61,
  grade: null,
  asOf: null,
  reference: null,
  url: null,
  rationale: null,
  detail: null,
  items: [],
})

function gazetteOf(published: readonly Partial<Announcement>[]) {
  const name = 'toy gazette'
  return {
    name,
    since: async (siren: string) => ({
      kind: 'ANSWERED' as const,
      announcements: published.map((one) => notice(siren, name, one)),
    }),
  }
}

function notice(siren: string, provider: string, one: Partial<Announcement>): Announcement {
  const today = new Date().toISOString().slice(0, 10)
  return {
    siren,
    provider,
    key: 'A1',
    publishedOn: today,
    effectiveOn: today,
    kind: 'CHANGES',
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    procedure: null,
    title: 'A notice',
    text: null,
    court: null,
    url: null,
    ...one,
  }
}
