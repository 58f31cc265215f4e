import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { fileDesk, somePicture, type FileDesk } from './file-desk.ts'

let t: TestApp
let d: FileDesk
beforeAll(async () => {
  t = await testApp()
  d = await fileDesk(t)
})
afterAll(() => t.close())

const allow = (addresses: string[]) =>
  t.call('PUT', `${d.base}/administration/allowed-addresses`, { token: d.token, body: { addresses } })
const open = (url: string, remoteAddress?: string) =>
  t.app.inject({ url: new URL(url).pathname, ...(remoteAddress && { remoteAddress }) })
const outside = '198.51.100.7'

test('Links to files and calendars open only where the account may be used', async () => {
  const sent = await d.answer('NDA', [{ name: 'a.png', content: somePicture() }])
  const file = (await d.get(`${sent.path}/link`)).json<{ url: string }>().url
  const calendar = (await d.post('/forecast/calendar-links')).json<{ url: string }>().url
  for (const url of [file, calendar]) expect((await open(url, outside)).statusCode).toBe(200)

  expect((await allow(['127.0.0.0/8', '2001:db8::/32'])).statusCode).toBe(200)
  for (const url of [file, calendar]) {
    expect(problemOf(await open(url, outside))).toEqual([403, 'ADDRESS_NOT_ALLOWED'])
    expect(problemOf(await open(url, '::ffff:198.51.100.7'))).toEqual([403, 'ADDRESS_NOT_ALLOWED'])
    // Whoever has no link learns nothing of the fence.
    const forged = `${url.slice(0, -8)}AAAA.ics`
    expect(problemOf(await open(forged, outside))).toEqual([403, 'LINK_INVALID'])
    for (const inside of ['127.0.0.1', '2001:db8::7']) expect((await open(url, inside)).statusCode).toBe(200)
  }
  expect((await allow([])).statusCode).toBe(200)
  for (const url of [file, calendar]) expect((await open(url, outside)).statusCode).toBe(200)
})
