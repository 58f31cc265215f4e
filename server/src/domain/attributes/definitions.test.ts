import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

interface Definition {
  attributeId: number
  code: string
  label: string
  options: string[]
  calculated: string | null
  [field: string]: unknown
}
type Office = Awaited<ReturnType<TestApp['given']['office']>>

describe('Attribute definitions over HTTP', () => {
  let t: TestApp
  let office: Office
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const open = async () => {
    office = await t.given.office()
    return office
  }
  const add = async (body: object) => {
    const answer = await t.call('POST', `${office.base}/attributes`, { ...office, body })
    return { status: answer.statusCode, headers: answer.headers, ...answer.json<Definition>() }
  }
  const list = async (query = '') =>
    (await t.call('GET', `${office.base}/attributes${query}`, office)).json<{ content: Definition[] }>()
      .content
  const patch = (attributeId: number, body: object, headers: Record<string, string> = {}) =>
    t.call('PATCH', `${office.base}/attributes/${attributeId}`, { ...office, body, headers })
  const archive = (attributeId: number) =>
    t.call('DELETE', `${office.base}/attributes/${attributeId}`, { token: office.token })
  const told = (answer: Awaited<ReturnType<TestApp['call']>>) => [
    answer.statusCode,
    answer.json<{ code: string }>().code,
  ]

  test('The list shows attributes of third parties; dossiers have their own', async () => {
    await open()
    const builtIn = await list()
    expect(builtIn.map(({ code }) => code)).toEqual([
      'CATEGORY',
      'CRITICALITY',
      'ANNUAL_PURCHASE_AMOUNT',
      'BUSINESS_UNIT',
      'INTERNAL_REFERENCE',
    ])
    expect(builtIn[1]).toMatchObject({
      label: 'Criticality',
      type: 'list_unique',
      scope: 'THIRD_PARTY',
      archived: false,
      options: ['High', 'Medium', 'Low'],
      calculated: null,
      required: false,
    })
    expect(await list('?scope=DOSSIER')).toEqual([])
    const added = await add({ label: 'Criticality', type: 'boolean', scope: 'DOSSIER' })
    expect(added.status).toBe(201)
    expect((await list('?scope=DOSSIER')).map(({ attributeId }) => attributeId)).toEqual([added.attributeId])
    expect(await list()).toEqual(builtIn)
    expect(told(await t.call('GET', `${office.base}/attributes?scope=OTHER`, office))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
  })

  test('An added attribute is last and has a code derived from its label, a location and a version', async () => {
    await open()
    const added = await add({ label: 'Montant d’achat été', type: 'percentage', required: true })
    expect(added).toMatchObject({ code: 'MONTANT_D_ACHAT_ETE', required: true, position: 6 })
    expect((await list()).at(-1)?.attributeId).toBe(added.attributeId)
    const read = await t.call('GET', String(added.headers['location']), office)
    expect(read.headers.etag).toBe(added.headers['etag'])
    const again = await t.call('GET', String(added.headers['location']), {
      token: office.token,
      headers: { 'if-none-match': String(read.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each<[object, number, string]>([
    [{ label: 'BUSINESS unit', type: 'string' }, 409, 'ATTRIBUTE_NAME_TAKEN'],
    [{ label: 'New', code: 'CATEGORY', type: 'string' }, 409, 'ATTRIBUTE_NAME_TAKEN'],
    [{ label: 'New', type: 'list_unique' }, 422, 'ATTRIBUTE_OPTIONS_INVALID'],
    [{ label: 'New', type: 'list_multiple', options: ['a', 'a'] }, 422, 'ATTRIBUTE_OPTIONS_INVALID'],
    [{ label: 'New', type: 'string', options: ['a'] }, 422, 'ATTRIBUTE_OPTIONS_INVALID'],
    [{ label: 'New', type: 'text' }, 400, 'VALIDATION_FAILED'],
    [{ label: '', type: 'string' }, 400, 'VALIDATION_FAILED'],
    [{ label: 'New', code: 'lower', type: 'string' }, 400, 'VALIDATION_FAILED'],
    [{ label: 'New', type: 'string', calculated: 'attributes.' }, 422, 'ATTRIBUTE_EXPRESSION_INVALID'],
    [{ label: 'New', type: 'string', calculated: 'attributes.NEW' }, 422, 'ATTRIBUTE_EXPRESSION_CYCLE'],
    [{ label: 'New', type: 'decimal', calculated: '"text"' }, 422, 'ATTRIBUTE_EXPRESSION_INVALID'],
    [{ label: 'New', type: 'decimal', calculated: '1'.repeat(1_001) }, 400, 'VALIDATION_FAILED'],
    [
      // Dossiers read their own attributes, not those of their third party.
      { label: 'New', type: 'string', scope: 'DOSSIER', calculated: 'attributes.CRITICALITY' },
      422,
      'ATTRIBUTE_EXPRESSION_INVALID',
    ],
  ])('The definition %j is refused with %i %s', async (body, status, code) => {
    await open()
    const before = await list()
    expect(await add(body)).toMatchObject({ status, code })
    expect(await list()).toEqual(before)
  })

  test('A change needs the version it was made from, and a change of nothing makes no version', async () => {
    await open()
    const { attributeId, headers } = await add({ label: 'Plant', type: 'string' })
    const etag = String(headers['etag'])
    const same = await patch(attributeId, { label: 'Plant' })
    expect([same.statusCode, same.headers.etag]).toEqual([200, etag])
    const changed = await patch(attributeId, { label: 'Site', required: true }, { 'if-match': etag })
    expect(changed.json()).toMatchObject({ label: 'Site', code: 'PLANT', required: true })
    expect(changed.headers.etag).not.toBe(etag)
    expect((await patch(attributeId, { label: 'Late' }, { 'if-match': etag })).statusCode).toBe(412)
    expect(told(await patch(attributeId, { label: 'category' }))).toEqual([409, 'ATTRIBUTE_NAME_TAKEN'])
    expect(told(await patch(attributeId, { calculated: '"x"' }))).toEqual([422, 'ATTRIBUTE_KIND_FIXED'])
    expect(told(await patch(attributeId, { type: 'date' }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(told(await patch(1, { label: 'x' }))).toEqual([404, 'ATTRIBUTE_NOT_FOUND'])
  })

  test('An option in use stays; one that is not may be removed', async () => {
    await open()
    const { thirdpartyId } = await t.given.thirdParty(office)
    const { attributeId } = await add({ label: 'Zones', type: 'list_multiple', options: ['a', 'b', 'c'] })
    const body = { label: 'Zones', values: ['c', 'a'] }
    await t.call('POST', `${office.base}/thirdparties/${thirdpartyId}/attributes`, { ...office, body })
    const refused = await patch(attributeId, { options: ['b'] })
    expect(told(refused)).toEqual([409, 'ATTRIBUTE_OPTION_IN_USE'])
    expect(refused.json<{ detail: string }>().detail).toContain('a, c')
    expect((await patch(attributeId, { options: ['c', 'a', 'd'] })).json()).toMatchObject({
      options: ['c', 'a', 'd'],
    })
  })

  test('An archived attribute is out of use, keeps its code and values, and can be restored', async () => {
    await open()
    const { thirdpartyId } = await t.given.thirdParty(office)
    const values = `${office.base}/thirdparties/${thirdpartyId}/attributes`
    const { attributeId } = await add({ label: 'Old', type: 'string' })
    const body = { label: 'Old', values: ['kept'] }
    await t.call('POST', values, { ...office, body })
    expect((await archive(attributeId)).statusCode).toBe(204)
    expect((await archive(attributeId)).statusCode).toBe(204)
    expect((await list()).some(({ label }) => label === 'Old')).toBe(false)
    expect((await list('?archived=true')).map(({ label }) => label)).toEqual(['Old'])
    expect(told(await t.call('POST', values, { ...office, body }))).toEqual([422, 'ATTRIBUTE_UNKNOWN'])
    expect(await add({ label: 'Old', type: 'string' })).toMatchObject({ status: 409 })
    expect(await add({ label: 'Old', code: 'OLD_TOO', type: 'string' })).toMatchObject({ status: 201 })
    expect(told(await patch(attributeId, { archived: false }))).toEqual([409, 'ATTRIBUTE_NAME_TAKEN'])
    await patch(attributeId, { archived: false, label: 'Older' })
    const read = await t.call('GET', values, office)
    expect(read.json<{ content: object[] }>().content).toContainEqual(
      expect.objectContaining({ label: 'Older', value: 'kept' }),
    )
  })

  test('The options of an archived attribute are checked as those of one in use', async () => {
    await open()
    const number = await add({ label: 'Turnover', type: 'decimal' })
    const choice = await add({ label: 'Size', type: 'list_unique', options: ['S', 'L'] })
    for (const { attributeId } of [number, choice]) await archive(attributeId)
    const refused = [422, 'ATTRIBUTE_OPTIONS_INVALID']
    expect(told(await patch(number.attributeId, { options: ['A', 'B'] }))).toEqual(refused)
    expect(told(await patch(choice.attributeId, { options: [] }))).toEqual(refused)
    expect(told(await patch(choice.attributeId, { options: ['S', 'S'] }))).toEqual(refused)
    expect((await patch(choice.attributeId, { options: ['S', 'M', 'L'] })).statusCode).toBe(200)
  })

  test('An input of other attributes cannot be archived, and no cycle can be closed', async () => {
    await open()
    const one = await add({ label: 'One', type: 'decimal', calculated: '1.0' })
    const two = await add({ label: 'Two', type: 'decimal', calculated: 'attributes.ONE + 1' })
    const three = await add({ label: 'Three', type: 'decimal', calculated: 'attributes.TWO + 1' })
    const circle = await patch(one.attributeId, { calculated: 'attributes.THREE + 1' })
    expect(told(circle)).toEqual([422, 'ATTRIBUTE_EXPRESSION_CYCLE'])
    expect(circle.json<{ detail: string }>().detail).toContain('ONE → THREE → TWO → ONE')
    const needed = await archive(two.attributeId)
    expect(told(needed)).toEqual([409, 'ATTRIBUTE_IN_USE'])
    expect(needed.json<{ detail: string }>().detail).toContain('Three')
    expect((await archive(three.attributeId)).statusCode).toBe(204)
    expect((await archive(two.attributeId)).statusCode).toBe(204)
  })

  test('Two changes that would close a cycle together do not both pass', async () => {
    await open()
    const one = await add({ label: 'One', type: 'decimal', calculated: '1.0' })
    const two = await add({ label: 'Two', type: 'decimal', calculated: '1.0' })
    const answers = await Promise.all([
      patch(one.attributeId, { calculated: 'attributes.TWO + 1' }),
      patch(two.attributeId, { calculated: 'attributes.ONE + 1' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('An account can have two hundred attributes', async () => {
    await open()
    await t.db.write(office, (tx) =>
      tx
        .insertInto('attribute_definition')
        .values(
          Array.from({ length: 195 }, (_, index) => ({
            account_id: office.accountId,
            code: `C${index}`,
            label: `L${index}`,
            type: 'string',
          })),
        )
        .execute(),
    )
    expect(await add({ label: 'One more', type: 'string' })).toMatchObject({
      status: 409,
      code: 'ATTRIBUTE_LIMIT_REACHED',
    })
  })
})
