import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import {
  createBundledProviders,
  references,
  sampleIdentifiers,
  type Announcement,
} from '../references/index.ts'

type Announced = Pick<Announcement, 'key' | 'effectiveOn' | 'procedure'>
interface Shown {
  status: string
  statusDetail: string | null
  statusSince: string | null
}

let t: TestApp
/** What is announced of every company; null when the bulletin does not answer. */
let announced: Announced[] | null = []
let asked = 0

beforeAll(async () => {
  t = await testApp({
    references: references(createBundledProviders(), {
      name: 'toy',
      since: async (siren) => {
        asked += 1
        if (announced === null) return { kind: 'UNAVAILABLE', reason: 'silent', retryAfterSeconds: null }
        const announcements = announced.map((one) => notice(siren, one))
        return { kind: 'ANSWERED', announcements }
      },
    }),
  })
})
afterAll(() => t.close())

function notice(siren: string, one: Announced): Announcement {
  return {
    ...one,
    siren,
    provider: 'toy',
    publishedOn: one.effectiveOn,
    kind: 'COLLECTIVE_PROCEDURE',
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    title: null,
    text: null,
    court: null,
    url: null,
  }
}

const judged = (key: string, effectiveOn: string, state: 'REDRESSEMENT' | 'NONE'): Announced => ({
  key,
  effectiveOn,
  procedure: { phase: 'CHANGE', state },
})

test('An announcement is shown when it is graver than what the register says', async () => {
  const office = await t.given.office()
  announced = [judged('A', '2026-03-01', 'REDRESSEMENT')]
  const { thirdpartyId } = await t.given.thirdParty(office)
  const shown = (await t.call('GET', `${office.base}/thirdparties/${thirdpartyId}`, office)).json<Shown>()
  const inProcedure = {
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: 'REDRESSEMENT',
    statusSince: '2026-03-01',
  }
  expect(shown).toMatchObject(inProcedure)
  const kept = async () => {
    const { rows } = await t.admin.query<{ register: Shown; announced: Shown }>(
      `select register_status as register, announced_status as announced from thirdparty where thirdparty_id = $1`,
      [thirdpartyId],
    )
    return rows[0]
  }
  expect(await kept()).toMatchObject({ register: { status: 'ACTIVE' }, announced: inProcedure })

  const refresh = async () => {
    const answer = await t.call('POST', `${office.base}/thirdparties/${thirdpartyId}/refresh`, office)
    return answer.json<{ outcome: string; thirdParty: Shown }>()
  }
  expect(await refresh()).toMatchObject({ outcome: 'UNCHANGED', thirdParty: inProcedure })
  announced = null
  expect(await refresh()).toMatchObject({ outcome: 'UNCHANGED', thirdParty: inProcedure })
  announced = [judged('A', '2026-03-01', 'REDRESSEMENT'), judged('B', '2026-06-01', 'NONE')]
  expect(await refresh()).toMatchObject({ outcome: 'CHANGED', thirdParty: { status: 'ACTIVE' } })
  expect(await kept()).toMatchObject({ register: { status: 'ACTIVE' }, announced: { status: 'ACTIVE' } })

  const before = asked
  const foreign = (await sampleIdentifiers()).findIndex(({ code }) => code !== 'CIT001')
  await t.given.thirdParty(office, foreign)
  expect(asked).toBe(before)
})
