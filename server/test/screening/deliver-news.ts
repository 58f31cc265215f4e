import { expect } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'

export interface ToldNews {
  /** The same number is the same address, hence the same item. */
  readonly nr: number
  readonly title: string
  readonly sentiment?: number
  readonly date?: string
  readonly summary?: string
}

/** As a file of the provider would tell it. */
export async function deliverNews(t: TestApp, d: AnswersDesk, items: readonly ToldNews[]): Promise<void> {
  const lines = items.map(({ nr, date = '2026-11-12', ...item }) =>
    JSON.stringify({ thirdpartyId: d.thirdpartyId, date, url: `https://news.example/${nr}`, ...item }),
  )
  const reply = await t.app.inject({
    method: 'POST',
    url: `${d.base}/datahub/providers/NEWSFEED/values`,
    headers: { authorization: `Bearer ${d.token}`, 'content-type': 'application/x-ndjson' },
    payload: lines.join('\n'),
  })
  expect(reply.json(), reply.body).toMatchObject({ errorCount: 0 })
}
