import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

const rounds = 6

describe('Concurrent changes of dossiers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('Two simultaneous openings of one type make one dossier', async () => {
    const d = await desk(t)
    for (const dossierTypeCode of ['CSR', 'SCREENING', 'ONBOARDING', 'VIGILANCE']) {
      const answers = await Promise.all([1, 2, 3].map(() => d.open({ dossierTypeCode })))
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
    for (let round = 0; round < rounds; round += 1) {
      const { dossierId } = await t.given.dossier(d, d.thirdpartyId)
      const path = `/dossiers/${dossierId}`
      const [added, archived] = await Promise.all([
        d.post(`${path}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] }),
        d.post(`${path}/archive`),
      ])
      expect(archived.statusCode).toBe(200)
      if (added.statusCode !== 200) expect(problemOf(added)).toEqual([409, 'DOSSIER_ARCHIVED'])
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
    for (let round = 0; round < rounds; round += 1) {
      const former = await t.given.dossier(d, d.thirdpartyId, 'CSR')
      await d.post(`/dossiers/${former.dossierId}/archive`)
      const { dossierId } = await t.given.dossier(d, d.thirdpartyId)
      const answers = await Promise.all([
        d.post(`${thirdParty}/archive`),
        d.open({ dossierTypeCode: 'SCREENING' }),
        d.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] }),
        d.post(`/dossiers/${former.dossierId}/reactivate`),
        d.post(`/dossiers/${dossierId}/renew`),
      ])
      const codes = answers.map((answer) => answer.statusCode)
      expect(codes[0]).toBe(200)
      for (const answer of answers.filter(({ statusCode }) => statusCode >= 400))
        expect(['THIRD_PARTY_ARCHIVED', 'DOSSIER_ARCHIVED', 'DOSSIER_ALREADY_OPEN']).toContain(
          problemOf(answer)[1],
        )
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
