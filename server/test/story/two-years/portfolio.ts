import { expect, vi } from 'vitest'
import { loadConfig } from '../../../src/config.ts'
import { sampleIdentifiers, type AnnouncementProvider } from '../../../src/domain/references/index.ts'
import { openInvitations } from '../../../src/open-invitations.ts'
import { openReferences } from '../../../src/open-references.ts'
import type { Worker } from '../../../src/platform/jobs/index.ts'
import { systemClock } from '../../../src/platform/kernel/index.ts'
import { startWorkers } from '../../../src/worker.ts'
import { setClockOffset } from '../../database/fixtures.ts'
import { testPublicUrl } from '../../harness/app.ts'
import type { TestApp } from '../../harness/index.ts'
import { enter, linkFor } from '../../portal/portal-desk.ts'
import { givenAnswer } from '../../responses/given-answer.ts'
import type { Answer, GivenCompany, GivenDocument, Person } from './facts.ts'
import { dayAfter } from './days.ts'

/** A Monday; the account lives from there, whatever day the test runs on. */
export const firstDay = '2026-11-16'

export interface Portfolio {
  readonly accountId: number
  readonly base: string
  readonly token: string
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>
}

interface Row {
  documentId: number
  dossierId: number
  thirdpartyId: number
  documentCode: string
  required: boolean
  alternativeGroup: string | null
  kind: string
  answeredBy: string
  theme: string
  dossierType: { code: string }
}

export async function openPortfolio(t: TestApp): Promise<Portfolio> {
  const { accountId, base, token } = await t.given.office('SANDBOX')
  await t.given.person([accountId], ['MANAGER'])
  await setClockOffset(t, { accountId }, Date.parse(`${firstDay}T08:00:00Z`) - Date.now())
  // Who is asked in place of whom is told by its own tests: here everybody keeps the themes they were given.
  await t.call('PATCH', `${base}/evaluation-options`, { token, body: { askOtherContacts: false } })
  return {
    accountId,
    base,
    token,
    call: async <T>(method: 'GET' | 'POST', path: string, body?: unknown) => {
      const answer = await t.call(method, `${base}${path}`, { token, body })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
      return (answer.body === '' ? {} : answer.json()) as T
    },
  }
}

/** The product's own worker, all its jobs and schedules, with a gazette that appears by the account's days. */
export function openWorker(t: TestApp, announcements: AnnouncementProvider): Promise<Worker> {
  const config = loadConfig({
    PUBLIC_URL: testPublicUrl,
    WORKER_CONCURRENCY: '4',
    INVITATIONS_PER_HOUR: '100000',
    CONTACT_MAILS_PER_DAY: '100000',
    OCR_LANGUAGES: 'none',
  })
  return startWorkers({
    config,
    appUrl: t.appUrl,
    clock: systemClock,
    references: openReferences(config, t.db),
    announcements,
    store: t.store,
    invitations: openInvitations({ config, publicUrl: testPublicUrl, secretKey: t.secretKey }),
    log: {
      info: () => undefined,
      warn: (values, message) => console.warn(message, values),
      error: (values, message) => console.error(message, values),
    },
  })
}

/** As bought from: some for much, some for little, one in ten of great weight. */
function attributesOf(nth: number): object[] {
  const amount = [150_000, 8_000, null, 6_000][nth % 4]
  return [
    ...(amount ? [{ label: 'Annual purchase amount', values: [amount] }] : []),
    ...(nth % 10 === 3 ? [{ label: 'Criticality', values: ['High'] }] : []),
  ]
}

/** So many of the bundled registers, from all over them. */
export async function addCompanies(p: Portfolio, count: number): Promise<number[]> {
  const identifiers = await sampleIdentifiers()
  const step = Math.floor(identifiers.length / count)
  const ids: number[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const legalIdentifier = identifiers[nth * step]
    const body = { legalIdentifier, attributes: attributesOf(nth) }
    ids.push((await p.call<{ thirdpartyId: number }>('POST', '/thirdparties', body)).thirdpartyId)
  }
  return ids
}

const rules = ['VIGILANCE_FRANCE', 'SCREENING_ALL', 'CYBER_CRITICAL', 'CYBER_IT', 'CSR_SPEND']

export async function activateRules(p: Portfolio): Promise<void> {
  const { content } = await p.call<{ content: { ruleId: number; shippedCode: string }[] }>('GET', '/rules')
  for (const { ruleId, shippedCode } of content) {
    if (rules.includes(shippedCode)) await p.call('POST', `/rules/${ruleId}/activate`)
  }
}

/** What is asked of each company, as the API tells it. */
export async function readCompanies(p: Portfolio, ids: readonly number[]): Promise<GivenCompany[]> {
  const documents = await listed<Row>(p, '/documents')
  const dossiers = await listed<{ dossierId: number; thirdpartyId: number; expirationDate: string }>(
    p,
    '/dossiers',
  )
  const told = await listed<{
    thirdpartyId: number
    siren: string | null
    legalForm: { code: string } | null
    status: string
    statusDetail: string | null
    statusSince: string | null
  }>(p, '/thirdparties')
  return ids.map((thirdpartyId) => {
    const one = told.find((row) => row.thirdpartyId === thirdpartyId)
    if (!one) throw new Error(`Company ${thirdpartyId} is not in the list.`)
    const { status, statusDetail: detail, statusSince: since } = one
    return {
      thirdpartyId,
      siren: one.siren,
      soleTrader: one.legalForm?.code === '1000',
      registered: { status, detail, since },
      people: [],
      notices: [],
      dossiers: dossiers
        .filter((row) => row.thirdpartyId === thirdpartyId)
        .map(({ dossierId, expirationDate }) => {
          const own = documents.filter((row) => row.dossierId === dossierId)
          const type = own[0]?.dossierType.code ?? ''
          return { dossierId, type, endsOn: expirationDate, documents: own.map(documentOf) }
        }),
    }
  })
}

const documentOf = (row: Row): GivenDocument => ({
  documentId: row.documentId,
  code: row.documentCode,
  required: row.required,
  group: row.alternativeGroup,
  byService: row.kind === 'CHECK',
  internal: row.answeredBy === 'ACCOUNT',
  theme: row.theme,
  answer: null,
})

async function listed<T>(p: Portfolio, path: string): Promise<T[]> {
  const rows: T[] = []
  for (let page = 0; ; page += 1) {
    const { content } = await p.call<{ content: T[] }>('GET', `${path}?size=100&page=${page}`)
    rows.push(...content)
    if (content.length < 100) return rows
  }
}

/** How much of what is asked a company has given on the first day. */
const given = ['ALL', 'HALF', 'NOTHING', 'ALL'] as const

/** Accepted on the first day, good for three weeks to fifteen months; some count for their dossier alone. */
export async function giveAnswers(t: TestApp, p: Portfolio, all: GivenCompany[]): Promise<GivenCompany[]> {
  const answered: GivenCompany[] = []
  for (const [nth, company] of all.entries()) {
    const share = given[nth % given.length]
    const dossiers = []
    for (const [place, dossier] of company.dossiers.entries()) {
      const documents: GivenDocument[] = []
      for (const [index, document] of dossier.documents.entries()) {
        const skipped = share === 'NOTHING' || (share === 'HALF' && index % 2 === 0)
        if (skipped || document.byService || !document.required) {
          documents.push(document)
          continue
        }
        const days = 20 + ((nth * 37 + place * 101 + index * 53) % 440)
        const answer = {
          endsOn: dayAfter(firstDay, days),
          everywhere: (nth + index) % 3 !== 0,
        }
        await giveAnswer(t, p, document.documentId, answer)
        documents.push({ ...document, answer })
      }
      dossiers.push({ ...dossier, documents })
    }
    answered.push({ ...company, dossiers })
  }
  return answered
}

function giveAnswer(
  t: TestApp,
  { accountId }: Portfolio,
  documentId: number,
  { endsOn, everywhere }: { endsOn: string; everywhere: boolean },
): Promise<number> {
  const scope = everywhere ? 'THIRD_PARTY' : 'DOSSIER'
  return givenAnswer(t, { accountId, documentId, state: 'ACCEPTED', expirationDate: endsOn, scope })
}

/** Four of five companies have somebody, every seventh a second one for ethics alone. */
export async function addPeople(p: Portfolio, all: GivenCompany[]): Promise<GivenCompany[]> {
  const withPeople: GivenCompany[] = []
  for (const [nth, company] of all.entries()) {
    const people: Person[] = []
    const themes = [...(nth % 5 === 4 ? [] : [[]]), ...(nth % 7 === 0 ? [['ETHICS']] : [])]
    for (const own of themes) {
      const email = `person.${nth}.${people.length}@suppliers.example`
      const body = { email, themes: own, language: nth % 2 === 0 ? 'fr' : 'en' }
      const path = `/thirdparties/${company.thirdpartyId}/contacts`
      const { contactId } = await p.call<{ contactId: number }>('POST', path, body)
      people.push({ contactId, email, themes: own })
    }
    withPeople.push({ ...company, people })
  }
  return withPeople
}

/** They follow the link of a mail. */
export async function visit(t: TestApp, p: Portfolio, contactId: number): Promise<void> {
  const entered = await enter(t, await linkFor(t, p, contactId))
  if (entered.statusCode !== 204) throw new Error(entered.body)
}

/** Sent and approved; its last day is what the service makes of it. */
export async function sendAnswer(
  t: TestApp,
  p: Portfolio,
  documentId: number,
  effectiveDate: string,
): Promise<Answer> {
  const responseId = await givenAnswer(t, {
    accountId: p.accountId,
    documentId,
    effectiveDate,
    scope: 'THIRD_PARTY',
  })
  await p.call('POST', `/responses/${responseId}/approve`)
  const { expirationDate } = await p.call<{ expirationDate: string | null }>(
    'GET',
    `/responses/${responseId}`,
  )
  return { endsOn: expirationDate, everywhere: true }
}

/** No job is left to run now. */
export const quiet = (t: TestApp) =>
  vi.waitFor(
    async () => {
      const { rows } = await t.admin.query(
        `select distinct k.identifier from graphile_worker._private_jobs j
         join graphile_worker._private_tasks k on k.id = j.task_id where j.run_at <= now()`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 240_000, interval: 20 },
  )

/** All days up to then are lived through. */
export async function advance(p: Portfolio, days: number): Promise<void> {
  await p.call('POST', '/clock/advance', { days })
  await vi.waitFor(
    async () => {
      const { advancingTo } = await p.call<{ advancingTo: string | null }>('GET', '/clock')
      expect(advancingTo).toBeNull()
    },
    { timeout: 300_000, interval: 200 },
  )
}
