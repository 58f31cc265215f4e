import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
beforeAll(async () => {
  t = await testApp()
  d = await screeningDesk(t)
})
afterAll(() => t.close())

test(
  'A name that is listed five thousand times opens as many hits, cleared page by page',
  { timeout: 180_000 },
  async () => {
    const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
    await d.publish([])
    await d.publish(Array.from({ length: 5_000 }, (_, nth) => ({ id: 10_000 + nth, name })))
    const page = async () =>
      (await d.get('/screening/hits?state=OPEN&size=200')).json<{
        content: { hitId: number }[]
        totalElements: number
        totalIsExact: boolean
      }>()
    const open = async () =>
      (
        await t.admin.query<{ n: number }>(
          `select count(*)::int as n from screening_hit where state = 'OPEN'`,
        )
      ).rows[0]?.n
    const { content, totalElements, totalIsExact } = await page()
    // So many are counted; who wants to know goes on page by page.
    expect([totalElements, totalIsExact]).toEqual([2_000, false])
    expect(await open()).toBe(5_000)
    const hitIds = content.map(({ hitId }) => hitId)
    const body = { hitIds, verdict: 'FALSE_POSITIVE', grounds: ['NAME_ONLY_SIMILAR'] }
    expect((await d.post('/screening/decisions', body)).json()).toEqual({ decided: hitIds.length })
    expect(await open()).toBe(5_000 - hitIds.length)
  },
)
