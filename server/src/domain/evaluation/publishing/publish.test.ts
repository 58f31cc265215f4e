import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { jobScope, systemClock, type Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { openDossiers } from '../dossiers/open-dossiers.ts'
import { applyDossierType } from './apply-type.task.ts'
import { dossierChange } from './dossier-change.ts'

type Asked = DossierType['documents'][number]

const france = { countryCode: 'FR', nafCode: '41.20A', headcount: null }

describe('Effect of a new version on one dossier', () => {
  const type = (...documents: Asked[]) => ({ documents }) as unknown as DossierType
  const live = (...codes: string[]) =>
    codes.map((code, nth) => ({ documentId: nth, code, required: true, alternativeGroup: null }))
  const change = (before: DossierType, after: DossierType, ...codes: string[]) => {
    const { added, stopped, changed } = dossierChange({ before, after }, france, live(...codes))
    return [added, stopped, changed.map((one) => one.after)].map((list) =>
      list.map(({ code }) => code).join(),
    )
  }
  const asked = (code: string, more: Partial<Asked> = {}): Asked => ({ code, required: true, ...more })

  test.each<[name: string, before: DossierType, after: DossierType, present: string[], expected: string[]]>([
    ['nothing differs', type(asked('A')), type(asked('A')), ['A'], ['', '', '']],
    ['one more is asked', type(asked('A')), type(asked('A'), asked('B')), ['A'], ['B', '', '']],
    ['one is asked no more', type(asked('A'), asked('B')), type(asked('A')), ['A', 'B'], ['', 'B', '']],
    ['added by hand stays', type(asked('A')), type(), ['A', 'HAND'], ['', 'A', '']],
    ['stopped by hand stays so', type(asked('A')), type(asked('A'), asked('B')), [], ['B', '', '']],
    ['asked by hand already', type(), type(asked('A')), ['A'], ['', '', '']],
    ['is optional now', type(asked('A')), type(asked('A', { required: false })), ['A'], ['', '', 'A']],
    [
      'not for this country',
      type(asked('A')),
      type(asked('A', { conditions: { countriesNotIn: ['FR'] } })),
      ['A'],
      ['', 'A', ''],
    ],
    [
      'for this activity',
      type(asked('A', { conditions: { activities: ['62'] } })),
      type(asked('A', { conditions: { activities: ['41', '62'] } })),
      [],
      ['A', '', ''],
    ],
  ])('A new version changes one dossier as planned: %s', (...[, before, after, present, expected]) => {
    expect(change(before, after, ...present)).toEqual(expected)
  })
})

describe('Publication to open dossiers', () => {
  let t: TestApp
  let office: { accountId: number; base: string; token: string }
  let scope: Scope
  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
    scope = jobScope(office.accountId, 'test')
  })
  afterAll(() => t.close())

  const portfolio = async (from: number, total: number) => {
    const { rows } = await t.db.write(scope, (tx) =>
      sql<{ id: number }>`
        insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
          country_code, created_at, updated_at, wire)
        select ${office.accountId}, 'CIT003', nth::text, 'UNMANAGED', 'COMPLETE', 'Company ' || nth, 'FR', now(),
          now(), '' from generate_series(${from}::int, ${from + total - 1}::int) nth
        returning thirdparty_id as id`.execute(tx),
    )
    return rows.map(({ id }) => id)
  }
  const open = async (thirdpartyIds: readonly number[]) => {
    const openings = thirdpartyIds.map((thirdpartyId) => ({
      thirdpartyId,
      typeCode: 'DUTY_OF_VIGILANCE',
      origin: 'ON_DEMAND' as const,
      ruleId: null,
      renews: null,
      reference: null,
      description: null,
      expirationDate: null,
      dueDate: null,
      dueDays: null,
      furtherDocuments: [],
    }))
    return t.db.write(scope, (tx) => openDossiers(tx, scope, openings))
  }
  const path = () => `${office.base}/dossier-types/DUTY_OF_VIGILANCE`
  const draft = async (change: (documents: Asked[]) => Asked[]) => {
    const type = (await t.call('GET', path(), office)).json<{ published: { definition: DossierType } }>()
    const { definition } = type.published
    const body = { ...definition, documents: change([...definition.documents]) }
    const answer = await t.call('PUT', path(), { ...office, body })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  const publish = async (dryRun: boolean, applyToOpen = true) =>
    (await t.call('POST', `${path()}/publish`, { ...office, body: { dryRun, applyToOpen } })).json<{
      openDossiers: number
      changedDossiers: number
      documentsAdded: number
      documentsStopped: number
      application: string
      dossiers: { dossierId: number; added: string[]; stopped: string[]; changed: string[] }[]
    }>()
  const eventsOf = async (dossierId: number) => {
    const { rows } = await t.admin.query<{ name: string }>(
      `select y.name from event e join event_type y on y.code = e.event_type
       where e.account_id = $1 and e.dossier_id = $2 order by seq`,
      [office.accountId, dossierId],
    )
    return rows.map(({ name }) => name)
  }
  const askedOf = async (dossierId: number) => {
    const { rows } = await t.admin.query<{ code: string; stopped: boolean; required: boolean }>(
      `select code, stopped_at is not null as stopped, required from document
       where account_id = $1 and dossier_id = $2 order by document_id`,
      [office.accountId, dossierId],
    )
    return rows
  }
  const versions = async () => {
    const { rows } = await t.admin.query<{ version: number; total: number }>(
      `select type_version as version, count(*)::int as total from dossier where account_id = $1
       group by 1 order by 1`,
      [office.accountId],
    )
    return rows.map(({ version, total }) => [version, total])
  }

  test('The dry run reports what the publication then does, in the order of the journal', async () => {
    const [dossier] = await open(await portfolio(1, 2))
    const dossierId = dossier?.dossierId ?? 0
    const shipped = await askedOf(dossierId)
    const [first] = shipped
    const before = await eventsOf(dossierId)
    await draft((documents) => [
      ...documents.filter(({ code }) => code !== first?.code),
      { code: 'NDA', required: true },
    ])
    const dry = await publish(true)
    expect(dry).toMatchObject({ openDossiers: 2, changedDossiers: 2, documentsAdded: 2, documentsStopped: 2 })
    expect(dry.dossiers[0]).toMatchObject({ dossierId, added: ['NDA'], stopped: [first?.code] })
    expect(await askedOf(dossierId)).toEqual(shipped)
    const real = await publish(false)
    expect(real).toEqual({ ...dry, dryRun: false, application: 'DONE' })
    expect((await eventsOf(dossierId)).slice(before.length)).toEqual([
      'DOSSIER_TEMPLATE_UPDATED',
      'DOSSIER_DOCUMENTS_UPDATED',
      'DOCUMENT_ADDED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT',
      'DOCUMENT_STOPPED',
    ])
    const after = await askedOf(dossierId)
    expect(after).toHaveLength(shipped.length + 1)
    expect(after.find(({ code }) => code === first?.code)).toMatchObject({ stopped: true })
    expect(await versions()).toEqual([[2, 2]])
  })

  test('Open dossiers stay unchanged without applyToOpen, and the next publication catches up', async () => {
    const { rows } = await t.admin.query<{ id: string }>(
      'select min(dossier_id) as id from dossier where account_id = $1',
      [office.accountId],
    )
    const dossierId = Number(rows[0]?.id)
    const before = await eventsOf(dossierId)
    await draft((documents) => documents.map((one) => ({ ...one, required: false })))
    expect(await publish(false, false)).toMatchObject({ changedDossiers: 0, application: 'NONE' })
    expect(await eventsOf(dossierId)).toEqual(before)
    expect(await versions()).toEqual([[2, 2]])
    await draft((documents) => [...documents, { code: 'GTC', required: false }])
    await publish(false)
    expect(await versions()).toEqual([[4, 2]])
    expect((await askedOf(dossierId)).every(({ required, stopped }) => stopped || !required)).toBe(true)
    expect((await eventsOf(dossierId)).slice(before.length)).toContain('DOCUMENT_MODIFICATION')
  })

  test('A job updates many dossiers, and may be run again', async () => {
    await open(await portfolio(100, 199))
    await draft((documents) => documents.filter(({ code }) => code !== 'GTC'))
    const published = await publish(false)
    expect(published).toMatchObject({ openDossiers: 201, changedDossiers: 201, application: 'BY_JOB' })
    expect(published.dossiers).toHaveLength(100)
    const { rows } = await t.admin.query<{ typeVersion: number }>(
      `select (j.payload ->> 'typeVersion')::int as "typeVersion"
       from graphile_worker._private_jobs j join graphile_worker._private_tasks y on y.id = j.task_id
       where y.identifier = 'catalogue.apply' order by j.id desc limit 1`,
    )
    const payload = { accountId: office.accountId, dossierTypeCode: 'DUTY_OF_VIGILANCE' }
    const { typeVersion = 0 } = rows[0] ?? {}
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const run = () =>
      applyDossierType(
        { ...payload, typeVersion },
        {
          db: t.db,
          scope,
          clock: systemClock,
          signal: new AbortController().signal,
          attempt: 1,
          isLastAttempt: false,
          log,
        },
      )
    await run()
    expect(await versions()).toEqual([[typeVersion, 201]])
    const total = async () =>
      (
        await t.admin.query<{ n: string }>('select count(*) as n from event where account_id = $1', [
          office.accountId,
        ])
      ).rows[0]?.n
    const told = await total()
    await run()
    expect(await total()).toBe(told)
  })
})
