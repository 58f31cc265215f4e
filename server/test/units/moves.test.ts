import { afterAll, beforeAll, expect, test } from 'vitest'
import { unitDesk, type Listed, type UnitDesk } from './unit-desk.ts'

let d: UnitDesk
beforeAll(async () => {
  d = await unitDesk()
})
afterAll(() => d.t.close())

const move = (company: number, units: readonly number[]) =>
  d.must('PUT', `/thirdparties/${company}/units`, { body: { units } })

test('A company that moves out while its list is paged is on no later page, and the rest comes once', async () => {
  const [here, there] = [await d.unit('Here'), await d.unit('There')]
  const companies: number[] = []
  for (let n = 0; n < 6; n += 1) companies.push(await d.company(`Paged ${n}`, [here]))
  const { token } = await d.person([here])
  const seen: number[] = []
  for (let next: string | null = ''; next !== null;) {
    const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`
    const page: Listed = await d.must('GET', `/thirdparties?size=2&sort=name${cursor}`, { token })
    seen.push(...page.content.map(({ thirdpartyId }) => thirdpartyId))
    if (seen.length === 2) await move(companies[4] ?? 0, [there])
    next = page.next
  }
  expect(seen).toEqual(companies.filter((_, n) => n !== 4))
  expect((await d.ask('GET', `/thirdparties/${companies[4]}`, { token })).statusCode).toBe(404)
})

test('A unit that moves in the tree takes its companies into the sight of those above', async () => {
  const [left, right] = [await d.unit('Left'), await d.unit('Right')]
  const leaf = await d.unit('Leaf', left)
  const company = await d.company('Leaf company', [leaf])
  const [lefts, rights] = [await d.person([left]), await d.person([right])]
  expect([await d.seen(lefts.token), await d.seen(rights.token)]).toEqual([[company], []])
  await d.must('PATCH', `/units/${leaf}`, { body: { parentId: right } })
  expect([await d.seen(lefts.token), await d.seen(rights.token)]).toEqual([[], [company]])
})

test('What is opened while its company moves is where the company is', async () => {
  const units = [await d.unit('Before'), await d.unit('After')]
  for (let n = 0; n < 8; n += 1) {
    const company = await d.company(`Moving ${n}`, units.slice(0, 1))
    const opening = d.must('POST', `/thirdparties/${company}/dossiers`, { body: { dossierTypeCode: 'CSR' } })
    await Promise.all([opening, move(company, units.slice(1))])
  }
  const { rows } = await d.t.admin.query<{ strays: number; all: number }>(
    `select count(*) filter (where c.unit_set_id is distinct from t.unit_set_id
         or d.unit_set_id is distinct from t.unit_set_id)::int as strays, count(*)::int as all
     from thirdparty t join dossier d using (account_id, thirdparty_id)
     join document c using (account_id, dossier_id) where t.account_id = $1`,
    [d.office.accountId],
  )
  expect(rows[0]?.strays).toBe(0)
  expect(rows[0]?.all).toBeGreaterThanOrEqual(8)
})
