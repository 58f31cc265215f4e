import { answerRegisterStatus } from '../../src/domain/evaluation/checks/register-status.task.ts'
import type { DossierType } from '../../src/domain/evaluation/index.ts'
import { wholeAccount, AppError } from '../../src/platform/kernel/index.ts'
import { answerAs, someFinding } from '../checks/findings.ts'
import { desk, type Desk } from '../dossiers/desk.ts'
import type { TestApp } from '../harness/index.ts'
import { factsOf } from '../model/facts.ts'
import { askedDocument, chosen, type Choice, type History } from '../model/history.ts'
import { steps as modelSteps } from '../model/steps.ts'
import { runTask } from '../responses/queued.ts'

type Wire = Record<string, unknown>

/** What the API answered at a moment. */
export interface Moment {
  readonly step: string
  readonly asOf: string
  readonly thirdParty: Wire
  readonly dossiers: readonly Wire[]
  readonly documents: readonly Wire[]
}

export interface Story extends History {
  readonly d: Desk
  /** Of a person, whose words the journal seals. */
  readonly person: { readonly userId: number; readonly token: string }
  /** Of all that was done. */
  slowestMs: number
  /** What was last answered of a dossier, and at which versions of all that is in it. */
  readonly answered: Map<number, { key: string; dossier: Wire; documents: Wire[] }>
}

type Step = (story: Story, choice: Choice) => Promise<unknown>

/** An account with one company of the register and two attributes of dossiers. */
export async function beginStory(t: TestApp): Promise<Story> {
  const began = performance.now()
  const d = await desk(t, 'SANDBOX')
  const { accountId, thirdpartyId } = d
  await d.post('/attributes', {
    label: 'Site',
    type: 'list_multiple',
    options: ['Lyon', 'Brest'],
    scope: 'DOSSIER',
  })
  await d.post('/attributes', { label: 'Budget', type: 'decimal', scope: 'DOSSIER' })
  const person = await t.given.person([accountId])
  const scope = {
    accountId,
    units: 'ALL' as const,
    actor: { type: 'USER' as const, id: person.userId, name: 'Test Person' },
  }
  return {
    t,
    d,
    person,
    slowestMs: Math.ceil(performance.now() - began),
    answered: new Map(),
    scope,
    thirdpartyId,
    facts: await factsOf(t, accountId),
    done: 0,
    refused: 0,
    write: (work) => t.db.write(wholeAccount(scope.accountId), work),
    passDays: (days) => passMs(t, accountId, days * 86_400_000),
  }
}

export async function passMs({ admin }: TestApp, accountId: number, ms: number): Promise<void> {
  await admin.query('update account set clock_offset_ms = clock_offset_ms + $2 where account_id = $1', [
    accountId,
    ms,
  ])
}

/** Does one thing, tells what the API shows of it all, and lets the second end. */
export async function tell(story: Story, step: string, choice: Choice): Promise<Moment> {
  const { t, d } = story
  const began = performance.now()
  try {
    const act = ownSteps[step]?.[1] ?? modelSteps[step]?.[1]
    await act?.(story, choice)
    story.done += 1
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    story.refused += 1
  }
  story.slowestMs = Math.max(story.slowestMs, Math.ceil(performance.now() - began))
  story.facts = await factsOf(t, d.accountId)
  const { rows } = await t.admin.query<{ now: string }>(
    `select to_char(account_now($1) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as now`,
    [d.accountId],
  )
  await askChanged(story)
  const answered = story.facts.dossiers.map(({ dossierId }) => story.answered.get(dossierId))
  const moment = {
    step,
    asOf: rows[0]?.now ?? '',
    thirdParty: (await d.get(`/thirdparties/${story.thirdpartyId}`)).json<Wire>(),
    dossiers: answered.flatMap((one) => (one ? [one.dossier] : [])),
    documents: answered.flatMap((one) => one?.documents ?? []),
  }
  await passMs(t, d.accountId, 3_000)
  return moment
}

/** Asks again for the dossiers in which anything has changed. */
async function askChanged({ t, d, answered }: Story): Promise<void> {
  const { rows } = await t.admin.query<{ id: number; key: string }>(
    `select d.dossier_id::int as id, concat_ws('-', d.version,
       (select sum(version) from document c where c.account_id = $1 and c.dossier_id = d.dossier_id),
       (select sum(version) from response r where r.account_id = $1 and r.dossier_id = d.dossier_id),
       (select string_agg(v.value::text, ',' order by attribute_id) from attribute_value v
        where v.account_id = $1 and v.subject = d.dossier_id)) as key
     from dossier d where d.account_id = $1`,
    [d.accountId],
  )
  for (const { id, key } of rows.filter((row) => answered.get(row.id)?.key !== row.key)) {
    const dossier = (await d.get(`/dossiers/${id}`)).json<Wire>()
    const list = await d.get(`/dossiers/${id}/documents?includeStopped=true`)
    answered.set(id, { key, dossier, documents: list.json<{ content: Wire[] }>().content })
  }
}

const dossierOf = ({ facts }: Story, choice: Choice) =>
  chosen(facts.dossiers, ({ archived }) => !archived, choice)?.dossierId ?? 0

const thirdParty = (change: (choice: Choice) => object): Step => {
  return ({ d, thirdpartyId }, choice) => d.patch(`/thirdparties/${thirdpartyId}`, change(choice))
}

/** Beside those of the model: what happens to the third party, and what people write on dossiers. */
export const ownSteps: Readonly<Record<string, readonly [weight: number, step: Step]>> = {
  code: [1, thirdParty(({ more }) => ({ code: more % 3 === 0 ? null : `C-${more}` }))],
  detach: [1, thirdParty(() => ({ source: 'UNMANAGED' }))],
  attach: [1, thirdParty(() => ({ source: 'MANAGED' }))],
  'own fields': [
    2,
    thirdParty(({ more }) => ({
      name: `Own ${more}`,
      tradeName: more % 2 === 0 ? null : 'Own trade',
      headOffice: more % 5 === 0 ? null : { lines: [`${more} rue`], city: 'Lyon', countryCode: 'FR' },
      status: ['ACTIVE', 'STRUCK_OFF', 'IN_COLLECTIVE_PROCEDURE'][more % 3],
    })),
  ],
  refresh: [1, ({ d, thirdpartyId }) => d.post(`/thirdparties/${thirdpartyId}/refresh`)],
  contact: [
    1,
    ({ d, thirdpartyId }, { more }) => {
      const email = `somebody-${more}@people.example`
      return d.post(`/thirdparties/${thirdpartyId}/contacts`, { email, firstName: 'A', lastName: 'B' })
    },
  ],
  'archive company': [
    1,
    async ({ d, thirdpartyId }, { pick }) => {
      await d.post(`/thirdparties/${thirdpartyId}/archive`)
      if (pick % 3 > 0) await d.post(`/thirdparties/${thirdpartyId}/reactivate`)
    },
  ],
  'reactivate company': [1, ({ d, thirdpartyId }) => d.post(`/thirdparties/${thirdpartyId}/reactivate`)],
  'change dossier': [
    3,
    (story, choice) => {
      const { pick, more } = choice
      const body = {
        ...(pick % 2 === 0 && { reference: more % 4 === 0 ? null : `R-${more}` }),
        ...(pick % 3 === 0 && { description: more % 4 === 1 ? null : `Words ${more}` }),
        ...(pick % 5 === 0 && { dueDate: `2031-01-${String((more % 28) + 1).padStart(2, '0')}` }),
        ...(pick % 7 === 0 && { expirationDate: more % 2 === 0 ? '2020-02-01' : null }),
      }
      const token = more % 2 === 0 ? story.d.token : story.person.token
      return story.t.call('PATCH', `${story.d.base}/dossiers/${dossierOf(story, choice)}`, { token, body })
    },
  ],
  describe: [
    1,
    (story, { pick }) =>
      story.t.call('POST', `${story.d.base}/thirdparties/${story.thirdpartyId}/dossiers`, {
        token: story.person.token,
        body: { dossierTypeCode: 'VIGILANCE', description: `Words ${pick}`, reference: 'R' },
      }),
  ],
  'due date': [
    1,
    (story, choice) => {
      const { dossierId = 0, documentId = 0 } = askedDocument(story, { ...choice, more: 1 }) ?? {}
      const dueDate = `2032-02-${String((choice.more % 28) + 1).padStart(2, '0')}`
      return story.d.patch(`/dossiers/${dossierId}/documents/${documentId}`, { dueDate })
    },
  ],
  attribute: [
    2,
    (story, choice) => {
      const { pick, more } = choice
      const values = [[], ['Lyon'], ['Brest', 'Lyon']][more % 3] ?? []
      const body = pick % 2 === 0 ? { label: 'Site', values } : { label: 'Budget', values: [more / 4] }
      return story.d.post(`/dossiers/${dossierOf(story, choice)}/attributes`, body)
    },
  ],
  'register status': [
    1,
    ({ t, d: { accountId }, thirdpartyId }) =>
      runTask(t, 'responses.register-status', answerRegisterStatus, { accountId, thirdpartyId }),
  ],
  'check found': [
    3,
    async ({ t, d, thirdpartyId }, { pick, more }) => {
      await d.open({ dossierTypeCode: 'SCREENING' })
      const code = pick % 2 === 0 ? 'SANCTIONS_CHECK' : 'PEP_CHECK'
      await answerAs(t, { accountId: d.accountId, thirdpartyId }, code, someFinding(more))
    },
  ],
  publish: [
    1,
    async ({ d, t, facts }, choice) => {
      const { pick, more } = choice
      const open = chosen(facts.dossiers, ({ archived }) => !archived, choice)
      const path = `/dossier-types/${open?.typeCode ?? 'ONBOARDING'}`
      const type = (await d.get(path)).json<{ published: { definition: DossierType } }>()
      const { definition } = type.published
      const documents = definition.documents.filter(
        (_, index) => index !== more % definition.documents.length,
      )
      if (pick % 3 === 0) documents.push({ code: ['NDA', 'GTC', 'UBO'][more % 3] ?? '', required: true })
      const kept = documents.filter(
        (one, index) => documents.findIndex(({ code }) => code === one.code) === index,
      )
      const body = { ...definition, documents: kept }
      await t.call('PUT', `${d.base}${path}`, { token: d.token, body })
      await d.post(`${path}/publish`, { dryRun: false, applyToOpen: true })
    },
  ],
}

/** What leads somewhere, in its order; between them anything may happen. */
export const chapters: readonly (readonly string[])[] = [
  ['submit', 'check', 'approve', 'correct', 'time', 'time'],
  ['submit', 'check', 'reject shared', 'submit', 'withdraw'],
  ['detach', 'own fields', 'attach'],
  ['archive', 'reactivate'],
  ['code', 'archive company', 'reactivate company'],
  ['change dossier', 'due date', 'attribute', 'change dossier'],
  ['publish', 'register status'],
  ['check found', 'check found', 'time', 'check found', 'archive', 'check found', 'reactivate'],
]

export const stepNames: readonly string[] = [
  ...Object.entries(modelSteps),
  ...Object.entries(ownSteps),
].flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
