import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { queueBehind } from '../../../../test/harness/queue-behind.ts'

const lockOf = (noun: 'dossier' | 'thirdparty', id: number) =>
  `select from ${noun} where ${noun}_id = ${id} for update`
const bothOrders = <T>(act: T) => [[act, true] as const, [act, false] as const]
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('Concurrent changes of dossiers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('Two simultaneous openings of one type make one dossier', async () => {
    const d = await desk(t)
    for (const dossierTypeCode of ['CSR', 'ONBOARDING']) {
      const open = () => d.open({ dossierTypeCode })
      const answers = await queueBehind(t, lockOf('thirdparty', d.thirdpartyId), [open, open, open])
      const made = answers.find(({ statusCode }) => statusCode === 201)?.json<{ dossierId: number }>()
      const refused = answers.filter(({ statusCode }) => statusCode !== 201)
      expect(refused.map(problemOf)).toEqual([
        [409, 'DOSSIER_ALREADY_OPEN'],
        [409, 'DOSSIER_ALREADY_OPEN'],
      ])
      for (const one of refused) expect(one.json()).toMatchObject({ existingDossierId: made?.dossierId })
      expect((await d.names()).filter((name) => name === 'DOSSIER_ADDED')).toHaveLength(1)
    }
  })

  test('A requirement added while the dossier is archived is either stopped with it or refused', async () => {
    const d = await desk(t)
    for (const isAddedFirst of [true, false]) {
      const { dossierId } = await t.given.dossier(d, d.thirdpartyId)
      const path = `/dossiers/${dossierId}`
      const add = () => d.post(`${path}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] })
      const archive = () => d.post(`${path}/archive`)
      const acts = isAddedFirst ? [add, archive] : [archive, add]
      const answers = await queueBehind(t, lockOf('dossier', dossierId), acts)
      expect(statuses(answers)).toEqual([200, isAddedFirst ? 200 : 409])
      if (!isAddedFirst) expect(problemOf(answers[1]!)).toEqual([409, 'DOSSIER_ARCHIVED'])
      const { rows } = await t.admin.query(
        'select from document where dossier_id = $1 and stopped_at is null',
        [dossierId],
      )
      expect(rows).toEqual([])
      const told = (await d.names()).filter((name) => name === 'DOCUMENT_STOPPED')
      const asked = (await d.get(`${path}/documents`)).json<{ content: object[] }>().content
      expect(told).toHaveLength(asked.length)
    }
  })

  test('A third party archived while something is opened, added or restored ends with nothing open', async () => {
    const d = await desk(t)
    const thirdParty = `/thirdparties/${d.thirdpartyId}`
    for (const [act, isFirst] of (['open', 'add', 'restore', 'renew'] as const).flatMap(bothOrders)) {
      const former = await t.given.dossier(d, d.thirdpartyId, 'CSR')
      await d.post(`/dossiers/${former.dossierId}/archive`)
      const { dossierId } = await t.given.dossier(d, d.thirdpartyId)
      const acts = {
        open: () => d.open({ dossierTypeCode: 'SCREENING' }),
        add: () => d.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] }),
        restore: () => d.post(`/dossiers/${former.dossierId}/reactivate`),
        renew: () => d.post(`/dossiers/${dossierId}/renew`),
      }
      const archive = () => d.post(`${thirdParty}/archive`)
      // A requirement holds the dossier only; archiving comes to it after the third party.
      const lock = act === 'add' ? lockOf('dossier', dossierId) : lockOf('thirdparty', d.thirdpartyId)
      const answers = await queueBehind(t, lock, isFirst ? [acts[act], archive] : [archive, acts[act]])
      const refused = answers.filter(({ statusCode }) => statusCode >= 400).map(problemOf)
      const reason = act === 'add' ? 'DOSSIER_ARCHIVED' : 'THIRD_PARTY_ARCHIVED'
      expect([act, refused]).toEqual([act, isFirst ? [] : [[409, reason]]])
      const open = await t.admin.query(
        `select from dossier d left join document c using (account_id, dossier_id)
         where d.thirdparty_id = $1 and (d.archived_at is null or c.stopped_at is null and c.document_id is not null)`,
        [d.thirdpartyId],
      )
      expect(open.rows).toEqual([])
      expect((await d.names()).at(-1)).toBe('THIRD_PARTY_ARCHIVED')
      await d.post(`${thirdParty}/reactivate`)
    }
  })
})
