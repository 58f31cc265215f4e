import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '@vigie/inspect/samples'
import { follow } from './visitor.ts'
import { eventually, openWorld, type Colleague, type World } from './world.ts'

interface Told {
  readonly seq: number
  readonly eventName: string
  readonly occurredAt: string
  readonly data: { readonly contact?: { readonly change?: string } }
}
interface Alert {
  readonly alertId: number
  readonly kind: string
}
interface Task {
  readonly taskId: number
  readonly title: string
  readonly state: string
}

// A company of the bundled register, and somebody there who came once.
const siret = '99991371800014'
const anne = 'anne@valmerac.example'
const former = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'ATELIERS VALMÉRAC' }
const other = { iban: 'DE89370400440532013000', bic: 'AGRIFRPP', holder: 'Northern Holdings Ltd' }

let world: World
let owner: Colleague
let second: Colleague
let company: string
let thirdpartyId: number
let accepted: BankAnswer
const alerts = new Map<number, string>()
beforeAll(async () => {
  world = await openWorld()
  owner = await world.colleague(['ADMIN', 'REVIEWER'])
  second = await world.colleague(['REVIEWER'])
})
afterAll(() => world.close())

const tasks = async () =>
  (
    await owner.ask<{ content: Task[] }>(
      'GET',
      `/tasks?thirdpartyId=${thirdpartyId}&state=OPEN,DONE,CANCELLED&size=200`,
    )
  ).content
const today = async () => (await world.staff<{ now: string }>('GET', '/clock')).now.slice(0, 10)

/** Goes on by so many days, and keeps what the owner was told meanwhile. */
async function live(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 60) {
    const from = Date.parse(await today())
    await world.liveUntil(new Date(from + Math.min(left, 60) * 86_400_000).toISOString().slice(0, 10))
    await world.makeAlerts()
    const { content } = await owner.ask<{ content: Alert[] }>('GET', '/alerts?size=200')
    for (const { alertId, kind } of content) alerts.set(alertId, kind)
  }
}

interface BankAnswer {
  readonly responseId: number
  /** Of the document. */
  readonly document: string
}

async function sendBankDetails(details: typeof former): Promise<BankAnswer> {
  const { content } = await world.staff<{ content: { dossierId: number; type: { code: string } }[] }>(
    'GET',
    `${company}/dossiers?archived=false`,
  )
  const onboarding = content.find(({ type }) => type.code === 'ONBOARDING')
  const listed = await world.staff<{ content: { documentId: number; documentCode: string }[] }>(
    'GET',
    `/dossiers/${onboarding?.dossierId}/documents`,
  )
  const document = listed.content.find(({ documentCode }) => documentCode === 'BANK_DETAILS')
  const form = new FormData()
  const [year, month, day] = (await today()).split('-')
  const answers = { ...details, documentDate: `${day}/${month}/${year}` }
  form.append('formdata', JSON.stringify(Object.entries(answers).map(([key, value]) => ({ key, value }))))
  form.append(
    'file',
    new Blob([new Uint8Array(png({ width: 20, height: 10 }))], { type: 'image/png' }),
    'rib.png',
  )
  const path = `/dossiers/${onboarding?.dossierId}/documents/${document?.documentId}`
  const { responseId } = await world.staff<{ responseId: number }>('POST', `${path}/responses`, form)
  await eventually(() => world.staff('GET', `/responses/${responseId}`), { status: 'PENDING' })
  return { responseId, document: path }
}

async function answerInForce({ document }: BankAnswer): Promise<number | null> {
  const { now } = await world.staff<{ now: string }>('GET', '/clock')
  const path = `${document}?asOf=${now.slice(0, 19)}`
  return (await world.staff<{ answerInForce: number | null }>('GET', path)).answerInForce
}

/** An outside audit lived four years with one silent contact and nobody who was told; this is the other ending. */
describe('Four years with a supplier who came once', () => {
  test('A supplier answers once, and has an owner', async () => {
    const added = await world.staff<{ thirdpartyId: number }>('POST', '/thirdparties', {
      legalIdentifier: { code: 'CIT001', value: siret },
    })
    ;({ thirdpartyId } = added)
    company = `/thirdparties/${thirdpartyId}`
    await world.staff('PUT', `${company}/owner`, { owner: { userId: owner.userId } })
    await world.staff('PUT', '/overdue-policies/VIGILANCE', { actionDays: 14, escalationDays: 30 })
    for (const dossierTypeCode of ['VIGILANCE', 'ONBOARDING']) {
      await world.staff('POST', `${company}/dossiers`, { dossierTypeCode })
    }
    await world.staff('POST', `${company}/contacts`, { email: anne, language: 'en' })
    const visitor = await follow(world.origin, await world.mailTo(anne, /asks for documents from/))
    const { dossiers } = await visitor.asked()
    const certificate = dossiers.flatMap(({ requests }) => requests).find(({ name }) => /Urssaf/.test(name))
    await visitor.sendFile(certificate?.documentId ?? 0, png({ width: 20, height: 10 }), await today())
    const waiting = await eventually(
      () => owner.ask<{ content: { link: string }[] }>('GET', '/my-work?kind=REVIEW'),
      { content: [{}] },
    )
    const { evidences } = await owner.ask<{ evidences: { responseId: number }[] }>(
      'GET',
      waiting.content[0]?.link ?? '',
    )
    await owner.ask('POST', `/responses/${evidences[0]?.responseId}/approve`)
    accepted = await sendBankDetails(former)
    const { responseId } = accepted
    expect(await owner.ask('POST', `/responses/${responseId}/approve`)).toMatchObject({ status: 'ACCEPTED' })
  })

  test('A bank change ends in a decision of two people after a call', async () => {
    await live(360)
    const { responseId, document } = await sendBankDetails(other)
    expect(document).toBe(accepted.document)
    const call = await eventually(
      async () => ({ calls: (await tasks()).filter(({ title }) => title.startsWith('Call ')) }),
      { calls: [{ state: 'OPEN' }] },
    )
    await owner.ask('POST', `/responses/${responseId}/approve`)
    await expect(second.ask('POST', `/responses/${responseId}/approve`)).rejects.toThrow('CALL_BACK_REQUIRED')
    expect(await answerInForce(accepted)).toBe(accepted.responseId)
    await owner.ask('POST', `/tasks/${call.calls[0]?.taskId}/done`, { reason: 'They know nothing of it.' })
    await second.ask('POST', `/responses/${responseId}/reject`, { shareRejectionReason: false, fraud: true })
    expect(await world.staff('GET', document)).toMatchObject({ statusCode: 'INVALID' })
    await world.mailTo(anne, /New bank details were sent/)
  }, 200_000)

  test('Each silence ends in a task, each expiry reaches a person, and asking goes on', async () => {
    await live(1_100)
    const told: Told[] = []
    for (let after = 0; ;) {
      const page = await world.staff<{ content: Told[] }>('GET', `/events?after=${after}&size=500`)
      const last = page.content.at(-1)
      if (!last) break
      told.push(...page.content)
      after = last.seq
    }
    const expired = told.filter(({ eventName }) => eventName === 'DOCUMENT_ANSWER_EXPIRED')
    const silences = told.filter(({ data }) => data.contact?.change === 'SILENT')
    const kinds = [...alerts.values()]
    expect(expired.length).toBeGreaterThan(0)
    expect(kinds.filter((kind) => kind === 'PIECE_EXPIRED')).toHaveLength(expired.length)
    expect(silences.length).toBeGreaterThan(1)
    expect(kinds.filter((kind) => kind === 'CONTACT_UNREACHABLE').length).toBeGreaterThanOrEqual(
      silences.length,
    )
    const titles = (await tasks()).map(({ title, state }) => `${state} ${title}`)
    expect(titles.filter((title) => title.startsWith('OPEN Find somebody at '))).toHaveLength(1)
    const late = titles.filter((title) => title.includes('was due on'))
    expect(late.length).toBeGreaterThan(5)
    expect(late.filter((title) => title.includes('in a row')).length).toBeGreaterThan(4)
    // The contact is asked again with each renewal.
    const asked = told.filter(({ eventName }) => eventName === 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER')
    const end = Date.parse(await today())
    const lastAsked = Date.parse(asked.at(-1)?.occurredAt ?? '')
    expect(end - lastAsked).toBeLessThan(200 * 86_400_000)
  }, 400_000)
})
