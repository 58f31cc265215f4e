import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillRequest, isAllowedUrl, templateFault } from './check-request.ts'
import { readProviderValue } from './given-value.ts'
import { resolvePointer, defaultMapping, recordsIn } from './mapping.ts'
import { isSigned } from './push-signature.ts'
import { normaliseScore, scaleFault, type Scale } from './scale.ts'

const plain: Scale = { id: 'S', version: '1', min: 0, max: 950, direction: 'HIGHER_IS_BETTER', bands: [] }
const graded: Scale = {
  ...plain,
  max: 100,
  bands: [
    { code: 'A', from: 80, to: 100, value: 95 },
    { code: 'B', from: 60, to: 80, value: 70 },
    { code: '?', from: null, to: null, value: 50 },
  ],
}

test('Scores follow the scale or their band, grades their code, and nothing becomes zero', () => {
  expect(normaliseScore(plain, { score: 475, grade: null })).toEqual({ value: 50, band: null })
  expect(normaliseScore({ ...plain, direction: 'LOWER_IS_BETTER' }, { score: 95, grade: null })).toEqual({
    value: 90,
    band: null,
  })
  expect(normaliseScore(plain, { score: 951, grade: null })).toBe('OUT_OF_SCALE')
  expect(normaliseScore(plain, { score: -1, grade: null })).toBe('OUT_OF_SCALE')
  // On the border of two bands the one listed first counts.
  expect(normaliseScore(graded, { score: 80, grade: null })).toEqual({ value: 95, band: 'A' })
  expect(normaliseScore(graded, { score: 79.5, grade: null })).toEqual({ value: 70, band: 'B' })
  expect(normaliseScore(graded, { score: 10, grade: null })).toEqual({ value: null, band: null })
  expect(normaliseScore(graded, { score: null, grade: ' a ' })).toEqual({ value: 95, band: 'A' })
  expect(normaliseScore(graded, { score: null, grade: 'Z' })).toEqual({ value: null, band: null })
})

test('A contradictory scale is refused with what is wrong', () => {
  expect(scaleFault(plain)).toBeNull()
  expect(scaleFault(graded)).toBeNull()
  expect(scaleFault({ ...plain, min: 950 })).toMatch(/below/)
  const [a, b] = graded.bands
  const withBands = (...bands: Scale['bands']) => scaleFault({ ...graded, bands })
  if (!a || !b) throw new Error('no bands')
  expect(withBands(a, { ...b, to: 90 })).toMatch(/overlaps/)
  expect(withBands(a, { ...b, code: 'a' })).toMatch(/same code/)
  expect(withBands({ ...a, to: null })).toMatch(/together/)
  expect(withBands({ ...a, from: 100, to: 90 })).toMatch(/before it begins/)
})

test('Pointers resolve as RFC 6901 says, and never outside the document', () => {
  const said = { 'a/b': [{ 'm~n': 7 }], '': 1 }
  expect(resolvePointer(said, '/a~1b/0/m~0n')).toBe(7)
  expect(resolvePointer(said, '')).toBe(said)
  expect(resolvePointer(said, '/')).toBe(1)
  for (const pointer of ['/constructor', '/a~1b/length/x', '/a~1b/1', null])
    expect(resolvePointer(said, pointer)).toBe(undefined)
  expect(recordsIn({ data: [1, 2] }, { ...defaultMapping, records: '/data' })).toEqual([1, 2])
  expect(recordsIn({ one: 1 }, defaultMapping)).toEqual([{ one: 1 }])
})

test('Values are read with their dates, and unreadable ones are named', () => {
  const read = (record: unknown) => readProviderValue(record, defaultMapping, 'ESG')
  expect(read({ score: '62,5', asOf: '20261114T120000Z', url: 'javascript:alert(1)' })).toMatchObject({
    score: 62.5,
    asOf: '2026-11-14',
    url: null,
  })
  expect(read({ grade: 'B\u0000', asOf: '2026-01-31T23:30:00-02:00' })).toMatchObject({
    grade: 'B',
    asOf: '2026-02-01',
    detail: null,
  })
  expect(read({ asOf: '2026-01-01' })).toBe('NO_VALUE')
  expect(read({ score: 'high' })).toBe('SCORE_INVALID')
  expect(read({ score: Infinity })).toBe('SCORE_INVALID')
  expect(read({ score: 1, asOf: '2026-02-30' })).toBe('DATE_INVALID')
  const news = { title: 'T', date: '2026-01-02', sentiment: 2 }
  expect(readProviderValue(news, defaultMapping, 'NEWSFEED')).toBe('SCORE_INVALID')
})

test('A question holds the company’s identifiers, and goes only where the operator allows', () => {
  const http = { baseUrl: 'https://api.example.org/v1', path: 'c/{siren}', query: { n: '"{name}"' } }
  const company = {
    siren: '732829320',
    siret: null,
    vatNumber: null,
    duns: null,
    lei: null,
    countryCode: 'FR',
  }
  expect(fillRequest(http, { ...company, name: 'A & B' })).toEqual({
    path: 'c/732829320',
    query: { n: '"A & B"' },
  })
  expect(fillRequest(http, { ...company, name: null })).toBeNull()
  expect(templateFault({ ...http, path: 'c/{password}' })).toMatch(/password/)
  expect(templateFault({ ...http, path: 'c/{countryCode}', query: {} })).toMatch(/which company/)
  const allowed = ['https://api.example.org', 'http://10.0.0.8:8080']
  expect(isAllowedUrl(http.baseUrl, allowed)).toBe(true)
  expect(isAllowedUrl('http://10.0.0.8:8080/', allowed)).toBe(true)
  for (const url of [
    'http://api.example.org/v1',
    'https://api.example.org:8443/',
    'https://api.example.org.evil.example/',
    'https://user@api.example.org/',
    'https://api.example.org/?x=1',
    'http://169.254.169.254/',
    'nonsense',
  ])
    expect([url, isAllowedUrl(url, allowed)]).toEqual([url, false])
})

test('Only a fresh message signed with a known secret is believed', () => {
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
  const now = new Date('2026-05-01T12:00:00Z')
  const body = Buffer.from('{"score":1}')
  const signed = (id: string, timestamp: string) => {
    const key = Buffer.from('a secret of some length')
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body.toString()}`).digest('base64')
    return { id, timestamp, body, signatures: `v1,AAAA v1,${digest}` }
  }
  const seconds = now.getTime() / 1_000
  const good = signed('m1', String(seconds - 299))
  expect(isSigned(good, ['whsec_b3RoZXI=', secret], now)).toBe(true)
  expect(isSigned(good, [], now)).toBe(false)
  expect(isSigned(good, ['whsec_b3RoZXI='], now)).toBe(false)
  expect(isSigned({ ...good, id: 'm2' }, [secret], now)).toBe(false)
  expect(isSigned({ ...good, body: Buffer.from('{"score":9}') }, [secret], now)).toBe(false)
  expect(isSigned({ ...good, signatures: '' }, [secret], now)).toBe(false)
  for (const timestamp of [String(seconds - 301), String(seconds + 301), 'now', ''])
    expect(isSigned(signed('m1', timestamp), [secret], now)).toBe(false)
})
