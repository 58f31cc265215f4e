import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

interface Row {
  thirdpartyId: number
  summary: { criticality: string | null }
}

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('The list follows the criticality: set, changed, cleared, and with its attribute put away and back', async () => {
  const office = await t.given.office()
  const ask = async <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> => {
    const options = { token: office.token, ...(body !== undefined && { body }) }
    const answer = await t.call(method, `${office.base}${path}`, options)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<T>()
  }
  const ids = [await t.given.thirdParty(office, 0), await t.given.thirdParty(office, 1)].map(
    ({ thirdpartyId }) => thirdpartyId,
  )
  const [first, second] = ids
  const set = (id: number | undefined, values: string[]) =>
    ask('POST', `/thirdparties/${id}/attributes`, { label: 'Criticality', values })
  const shown = async () => {
    const { content } = await ask<{ content: Row[] }>('GET', '/thirdparties')
    return ids.map((id) => content.find((row) => row.thirdpartyId === id)?.summary.criticality)
  }
  const high = async () =>
    (await ask<{ content: Row[] }>('GET', '/thirdparties?criticality=High')).content.map(
      ({ thirdpartyId }) => thirdpartyId,
    )
  expect(await shown()).toEqual([null, null])
  await set(first, ['High'])
  await set(second, ['Low'])
  expect([await shown(), await high()]).toEqual([['High', 'Low'], [first]])
  await set(second, ['High'])
  await set(first, [])
  expect([await shown(), await high()]).toEqual([[null, 'High'], [second]])

  const { content } = await ask<{ content: { attributeId: number; code: string }[] }>('GET', '/attributes')
  const attributeId = content.find(({ code }) => code === 'CRITICALITY')?.attributeId
  await ask('PATCH', `/attributes/${attributeId}`, { archived: true })
  expect([await shown(), await high()]).toEqual([[null, null], []])
  await ask('PATCH', `/attributes/${attributeId}`, { archived: false })
  expect([await shown(), await high()]).toEqual([[null, 'High'], [second]])
})
