import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedAnswer } from '../../../../test/dossiers/answer.ts'
import { desk, problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Row {
  dossierId: number
  documentId: number
  statusCode: string
  documentCode: string
  matchedEvents?: { first: string; last: string; count: number }
  [field: string]: unknown
}
interface List {
  content: Row[]
  totalElements: number
  totalIsExact: boolean
  next: string | null
}

const ever = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'

describe('Lists of dossiers and documents', () => {
  let t: TestApp
  let d: Desk
  let first: Awaited<ReturnType<TestApp['given']['dossier']>>
  let others: number[]
  let second: number
  beforeAll(async () => {
    t = await testApp()
    d = await desk(t)
    second = (await t.given.thirdParty(d, 1)).thirdpartyId
    first = await t.given.dossier(d, d.thirdpartyId)
    others = []
    for (const type of ['CSR', 'SCREENING', 'CYBERSECURITY'])
      others.push((await t.given.dossier(d, second, type)).dossierId)
    const documentId = first.documents['UBO'] ?? 0
    await storedAnswer(t, d, { dossierId: first.dossierId, documentId })
    await d.patch(`/dossiers/${first.dossierId}`, { dueDate: '2030-01-01', expirationDate: '2031-01-01' })
    await d.patch(`/dossiers/${others[0]}`, { dueDate: '2029-01-01', expirationDate: null })
    await d.patch(`/dossiers/${others[1]}`, { dueDate: null, expirationDate: '2020-01-01' })
    await d.post(`/dossiers/${others[2]}/archive`)
  })
  afterAll(() => t.close())

  const list = async (path: string) => {
    const answer = await d.get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<List>()
  }
  const dossiers = async (query: string) =>
    (await list(`/dossiers${query}`)).content.map(({ dossierId }) => dossierId)
  /** The whole list, one page of `size` after another. */
  const walked = async (path: string, size: number) => {
    const rows: Row[] = []
    for (let next: string | null = ''; next !== null;) {
      const page: List = await list(`${path}&size=${size}${next === '' ? '' : `&cursor=${next}`}`)
      rows.push(...page.content)
      next = page.next
    }
    return rows
  }

  test('Dossiers are filtered by their properties', async () => {
    const [csr = 0, screening = 0, cyber = 0] = others
    expect(await dossiers('')).toEqual([screening, csr, first.dossierId])
    expect(await dossiers('?archived=true')).toEqual([cyber])
    expect(await dossiers(`?thirdpartyId=${second}`)).toEqual([screening, csr])
    expect(await dossiers('?dossierTypeCode=CSR')).toEqual([csr])
    expect(await dossiers('?statusCode=ONGOING')).toEqual([first.dossierId])
    expect(await dossiers('?statusCode=ONGOING,INVALID')).toEqual([screening, first.dossierId])
    expect(await dossiers('?origin=RULE')).toEqual([])
    expect(await dossiers('?dueBefore=2029-06-01')).toEqual([csr])
    expect(await dossiers('?expiresBefore=2031-01-02')).toEqual([screening, first.dossierId])
    const row = (await list('/dossiers?dossierTypeCode=CSR')).content[0]
    const { thirdpartyName, ...record } = row ?? { thirdpartyName: null }
    const { references, ...single } = (await d.get(`/dossiers/${csr}`)).json<Record<string, unknown>>()
    expect(record).toEqual(single)
    expect(references).toEqual([])
    expect(typeof thirdpartyName).toBe('string')
    const ofOne = await list(`/thirdparties/${second}/dossiers`)
    expect(ofOne.content.map(({ dossierId }) => dossierId)).toEqual([cyber, screening, csr])
    expect(ofOne).toMatchObject({ totalElements: 3, totalPages: 1, totalIsExact: true, next: null, size: 50 })
    expect((await list(`/thirdparties/${second}/dossiers?archived=false&size=1`)).totalElements).toBe(2)
  })

  test('Dossiers are sorted, and paged by cursor in that order', async () => {
    const [csr = 0, screening = 0] = others
    const orders = {
      'id,asc': [first.dossierId, csr, screening],
      status: [csr, screening, first.dossierId],
      dueDate: [csr, first.dossierId, screening],
      expirationDate: [screening, first.dossierId, csr],
      updatedAt: [first.dossierId, csr, screening],
    }
    for (const [sort, wanted] of Object.entries(orders)) {
      expect([sort, await dossiers(`?sort=${sort}`)]).toEqual([sort, wanted])
      const back = sort === 'id,asc' ? 'id,desc' : `${sort},desc`
      expect([back, await dossiers(`?sort=${back}`)]).toEqual([back, wanted.toReversed()])
      for (const [order, ids] of [
        [sort, wanted],
        [back, wanted.toReversed()],
      ] as const) {
        const rows = await walked(`/dossiers?sort=${order}`, 1)
        expect([order, rows.map(({ dossierId }) => dossierId)]).toEqual([order, ids])
      }
    }
    expect(await dossiers('?sort=id,asc&size=1&page=1')).toEqual([csr])
    const { next } = await list('/dossiers?sort=status&size=1')
    for (const path of [
      `?sort=dueDate&cursor=${next}`,
      `?archived=true&sort=status&cursor=${next}`,
      '?cursor=x',
    ])
      expect(problemOf(await d.get(`/dossiers${path}`))).toEqual([400, 'PAGE_TOKEN_INVALID'])
  })

  test('Faults of the query are reported', async () => {
    const faults: Record<string, [number, string]> = {
      '/dossiers?size=0': [400, 'PAGE_INVALID'],
      '/dossiers?statusCode=MISSING': [400, 'VALIDATION_FAILED'],
      '/dossiers?sort=name': [400, 'VALIDATION_FAILED'],
      '/dossiers?dueBefore=2026-02-30': [400, 'VALIDATION_FAILED'],
      '/dossiers?colour=red': [400, 'PARAMETER_UNKNOWN'],
      '/dossiers?archived=true&archived=false': [400, 'PARAMETER_REPEATED'],
      '/documents?statusCode=': [400, 'VALIDATION_FAILED'],
      '/documents?statusCode=ABSENT': [400, 'VALIDATION_FAILED'],
      '/documents?dueBefore=soon': [400, 'VALIDATION_FAILED'],
      '/dossiers/search': [400, 'EVENT_FILTER_INCOMPLETE'],
      '/documents/search?eventNames=DOCUMENT_ADDED': [400, 'EVENT_FILTER_INCOMPLETE'],
      '/dossiers?eventNames=DOSSIER_ADDED': [400, 'EVENT_FILTER_INCOMPLETE'],
      [`/dossiers/search?eventNames=DOCUMENT_ADDED&${ever}`]: [400, 'EVENT_NAME_WRONG_RESOURCE'],
      [`/documents/search?eventNames=DOSSIER_ADDED&${ever}`]: [400, 'EVENT_NAME_WRONG_RESOURCE'],
      [`/documents/search?eventNames=,&${ever}`]: [400, 'EVENT_NAMES_EMPTY'],
      [`/dossiers/search?eventNames=DOSSIER_ADDED&sort=colour&${ever}`]: [400, 'VALIDATION_FAILED'],
    }
    for (const [path, wanted] of Object.entries(faults))
      expect([path, problemOf(await d.get(path))]).toEqual([path, wanted])
  })

  test('The review queue shows the longest waiting first, of open dossiers only', async () => {
    const all = await list('/documents?size=500')
    expect(all.content.some(({ dossierId }) => dossierId === others[2])).toBe(false)
    expect(all.totalElements).toBe(all.content.length)
    const since = all.content.map((row) => String(row['statusSince']))
    expect(since).toEqual(since.toSorted())
    const [waiting, ...none] = (await list('/documents?statusCode=ONGOING')).content
    expect(none).toEqual([])
    expect(waiting).toMatchObject({
      documentId: first.documents['UBO'],
      dossierType: { code: 'ONBOARDING', label: 'Supplier onboarding' },
      statusCode: 'ONGOING',
    })
    expect(typeof waiting?.['thirdpartyName']).toBe('string')
    expect(waiting).not.toHaveProperty('form')
    const of = async (query: string) => (await list(`/documents?size=500&${query}`)).content
    expect((await of('statusCode=ONGOING,MISSING')).length).toBe(all.content.length)
    expect((await of('documentCode=BANK_DETAILS')).map((row) => row.documentCode)).toEqual(['BANK_DETAILS'])
    expect((await of('bankDetails=true')).map((row) => row.documentCode)).toEqual(['BANK_DETAILS'])
    expect((await of('bankDetails=false')).length).toBe(all.content.length - 1)
    const finance = await of('theme=FINANCE')
    expect(finance.length).toBeGreaterThan(0)
    expect(finance.every((row) => row['theme'] === 'FINANCE')).toBe(true)
    expect((await of('dossierTypeCode=CSR')).every((row) => row.dossierId === others[0])).toBe(true)
    expect((await of(`thirdpartyId=${second}`)).every((row) => row['thirdpartyId'] === second)).toBe(true)
    expect((await of('required=false')).every((row) => row['required'] === false)).toBe(true)
    expect(await of('dueBefore=2020-01-01')).toEqual([])
    for (const sort of ['statusSince,desc', 'dueDate', 'requestDate,desc', 'expirationDate']) {
      const whole = (await of(`sort=${sort}`)).map(({ documentId }) => documentId)
      const steps = (await walked(`/documents?sort=${sort}`, 7)).map(({ documentId }) => documentId)
      expect([sort, steps]).toEqual([sort, whole])
      expect(new Set(steps).size).toBe(all.content.length)
    }
  })

  test('The event filter finds each dossier and document once, the latest event first', async () => {
    const answer = await d.get(`/dossiers/search?eventNames=DOSSIER_UPDATED,DOSSIER_ADDED&${ever}`)
    expect(answer.headers['events-complete-until']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    const { content, totalElements } = answer.json<List>()
    const [csr = 0, screening = 0, cyber = 0] = others
    expect(content.map(({ dossierId }) => dossierId)).toEqual([screening, csr, first.dossierId, cyber])
    expect(totalElements).toBe(4)
    expect(content.map(({ matchedEvents }) => matchedEvents?.count)).toEqual([2, 2, 2, 1])
    expect(content[0]?.matchedEvents?.first).toMatch(/^\d{4}.*\.\d{3}$/)
    for (const both of ['', 'archived=true&']) {
      const archived = await list(`/dossiers/search?eventNames=DOSSIER_ARCHIVED&${both}${ever}`)
      expect(archived.content.map(({ dossierId }) => dossierId)).toEqual([others[2]])
    }
    expect(await dossiers(`?eventNames=DOSSIER_ARCHIVED&archived=false&${ever}`)).toEqual([])
    const stopped = await list(`/documents/search?eventNames=DOCUMENT_STOPPED&size=500&${ever}`)
    expect(stopped.content.length).toBeGreaterThan(2)
    expect(stopped.content.every((row) => row.dossierId === others[2] && row['stopped'] === true)).toBe(true)
    expect((await list('/documents?stopped=true&size=500')).totalElements).toBe(stopped.totalElements)
    const steps = await walked(`/dossiers?eventNames=DOSSIER_ADDED&${ever}`, 1)
    expect(steps.map(({ dossierId }) => dossierId)).toEqual([cyber, screening, csr, first.dossierId])
    expect(await dossiers(`/search?eventNames=DOSSIER_ADDED&dossierTypeCode=CSR&${ever}`)).toEqual([csr])
    const changed = await list(`/documents/search?eventNames=DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING&${ever}`)
    expect(changed.content.map(({ documentId }) => documentId)).toEqual([first.documents['UBO']])
    expect(changed.content[0]?.matchedEvents?.count).toBe(1)
    const added = await list(`/documents?eventNames=DOCUMENT_ADDED&theme=FINANCE&size=500&${ever}`)
    expect(added.content.length).toBeGreaterThan(0)
    expect(added.totalElements).toBe(added.content.length)
    expect(added.content.every((row) => row['theme'] === 'FINANCE')).toBe(true)
    const empty = `eventNames=DOSSIER_REACTIVATED&${ever}`
    expect(await list(`/dossiers/search?${empty}`)).toMatchObject({ content: [], totalElements: 0 })
  })
})
