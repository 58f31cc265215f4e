import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { addContact, linkFor } from '../portal/portal-desk.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { openPage, phone, seriousFindings, sidewaysScroll } from './browser.ts'
import { heading, sendBankDetails, Supplier } from './portal-visit.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let supplier: Supplier
let vigie: TestApp
let url: string
let d: AnswersDesk

beforeAll(async () => {
  supplier = await Supplier.open()
  ;({ vigie, url, d } = supplier)
}, 300_000)

afterAll(() => supplier.close())

test('A contact goes from the mailed link to done', withPatience, async () => {
  const { page, complaints } = await supplier.visit({ themes: ['FINANCE'] })
  await heading(page, 'Hello Ada').waitFor()
  // Neither the address nor the history keeps what opens the door.
  expect(page.url()).toBe(`${url}/portal`)
  expect(await seriousFindings(page)).toEqual([])
  await sendBankDetails(page)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test('The first page of the portal is light, and its policy strict', withPatience, async () => {
  const { contactId } = await addContact(vigie, d, { language: 'en' })
  const link = await linkFor(vigie, d, contactId)
  const { page } = await openPage(phone)
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`${url}/portal#link=${link}`)
  await heading(page, /Hello/).waitFor()
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(150_000)
  await page.context().close()

  const answer = await vigie.call('GET', '/portal/requests/1?utm=mail')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  const nowhere = await vigie.call('GET', '/portal/api/nowhere')
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([
    404,
    expect.stringContaining('problem+json'),
  ])
})
