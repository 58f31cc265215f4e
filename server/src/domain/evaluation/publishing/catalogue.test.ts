import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Shown {
  code: string
  version: number
  archived: boolean
  asShipped: boolean
  shippedVersion: number | null
  newestShippedVersion: number | null
  newerShipped: boolean
}
interface DocumentTypeShown extends Shown {
  answeredBy?: string
  definition: Record<string, unknown> & { name: { fr: string; en: string }; fields: object[] }
}
interface DossierTypeShown extends Shown {
  draftVersion: number | null
  published: { version: number; definition: Record<string, unknown> } | null
  draft: { version: number; definition: Record<string, unknown> } | null
  versions: { version: number; publishedAt: string | null }[]
}

describe('The catalogue of an account', () => {
  let t: TestApp
  let office: { accountId: number; base: string; token: string }
  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
  })
  afterAll(() => t.close())

  const get = async <T>(path: string) => (await t.call('GET', `${office.base}${path}`, office)).json<T>()
  const put = (path: string, body: unknown, headers = {}) =>
    t.call('PUT', `${office.base}${path}`, { ...office, body, headers })
  const post = (path: string, body?: unknown) => t.call('POST', `${office.base}${path}`, { ...office, body })

  test('The catalogue lists the shipped types by theme, in six themes', async () => {
    const { content: themes } = await get<{ content: { code: string; label: { fr: string } }[] }>('/themes')
    expect(themes).toHaveLength(6)
    const { content: all } = await get<{ content: DocumentTypeShown[] }>('/document-types')
    const perTheme = await Promise.all(
      themes.map(({ code }) => get<{ content: { theme: string }[] }>(`/document-types?theme=${code}`)),
    )
    expect(perTheme.reduce((total, { content }) => total + content.length, 0)).toBe(all.length)
    expect(perTheme.every(({ content }) => new Set(content.map(({ theme }) => theme)).size === 1)).toBe(true)
    expect(all.every(({ asShipped, newerShipped }) => asShipped && !newerShipped)).toBe(true)
    const internal = all.filter(({ answeredBy }) => answeredBy === 'ACCOUNT').map(({ code }) => code)
    expect(internal).toEqual(['INTEGRITY_DECISION'])
    expect((await t.call('GET', `${office.base}/document-types?theme=MUSIC`, office)).statusCode).toBe(400)
    const { content: types } = await get<{ content: { code: string }[] }>('/dossier-types')
    expect(types.map(({ code }) => code)).toEqual([
      'CSR',
      'CYBERSECURITY',
      'DUTY_OF_VIGILANCE',
      'ONBOARDING',
      'SCREENING',
      'VIGILANCE',
    ])
  })

  test('A document type takes a new version, and an equal definition changes nothing', async () => {
    const path = '/document-types/BANK_DETAILS'
    const before = await get<DocumentTypeShown>(path)
    expect(before).toMatchObject({ version: 1, asShipped: true, shippedVersion: 1, newestShippedVersion: 1 })
    const same = await put(path, before.definition)
    expect(same.statusCode, same.body).toBe(200)
    expect(same.json()).toMatchObject({ version: 1, asShipped: true })
    const { answeredBy, ...silent } = before.definition
    expect(answeredBy).toBe('THIRD_PARTY')
    expect((await put(path, silent)).json()).toMatchObject({ version: 1 })
    const renamed = { ...before.definition, name: { fr: 'RIB', en: 'Bank account' } }
    const tag = String(same.headers['etag'])
    expect((await put(path, renamed, { 'if-match': '"0.0"' })).json()).toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    const changed = await put(path, renamed, { 'if-match': tag })
    expect(changed.json()).toMatchObject({ version: 2, asShipped: false, definition: renamed })
    expect(await get<DocumentTypeShown>(path)).toEqual(changed.json())
    const etag = String(changed.headers['etag'])
    const headers = { 'if-none-match': etag }
    expect((await t.call('GET', `${office.base}${path}`, { ...office, headers })).statusCode).toBe(304)
  })

  test('A new document type is written, required, archived and restored', async () => {
    const { definition } = await get<DocumentTypeShown>('/document-types/REG_PROOF')
    const made = await put('/document-types/OWN_PIECE', definition)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ code: 'OWN_PIECE', version: 1, shippedVersion: null })
    expect((await post('/document-types/OWN_PIECE/archive')).json()).toMatchObject({ archived: true })
    const listed = await get<{ content: Shown[] }>('/document-types?archived=true')
    expect(listed.content.map(({ code }) => code)).toEqual(['OWN_PIECE'])
    expect((await post('/document-types/OWN_PIECE/reactivate')).json()).toMatchObject({ archived: false })
    const used = await post('/document-types/BANK_DETAILS/archive')
    expect(used.json()).toMatchObject({ status: 409, code: 'DOCUMENT_TYPE_IN_USE' })
    expect(used.json<{ types: string[] }>().types).toContain('ONBOARDING')
    expect((await post('/document-types/NO_SUCH/archive')).json()).toMatchObject({
      code: 'DOCUMENT_TYPE_NOT_FOUND',
    })
  })

  test('Inconsistent definitions are refused', async () => {
    const { definition } = await get<DocumentTypeShown>('/document-types/BANK_DETAILS')
    const refused = async (change: object) => {
      const answer = await put('/document-types/BANK_DETAILS', { ...definition, ...change })
      return answer.json<{ code: string; status: number }>()
    }
    expect(await refused({ kind: 'FILE', acceptedFileTypes: [] })).toMatchObject({
      code: 'TYPE_DEFINITION_INVALID',
      status: 422,
    })
    const twice = [definition.fields[0], definition.fields[0]]
    expect(await refused({ fields: twice })).toMatchObject({ code: 'TYPE_DEFINITION_INVALID' })
    expect(await refused({ colour: 'red' })).toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    expect(await refused({ theme: 'MUSIC' })).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await refused({ name: { fr: 'x' } })).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await put('/document-types/lower', definition)).statusCode).toBe(400)
    const type = await get<DossierTypeShown>('/dossier-types/CSR')
    const asks = (documents: object[]) =>
      put('/dossier-types/CSR', { ...type.published?.definition, documents })
    for (const documents of [
      [{ code: 'NO_SUCH', required: true }],
      [
        { code: 'CSR_QUEST', required: true },
        { code: 'CSR_QUEST', required: false },
      ],
      [{ code: 'CSR_QUEST', required: true, alternativeGroup: 'ALONE' }],
    ]) {
      expect((await asks(documents)).json()).toMatchObject({ code: 'TYPE_DEFINITION_INVALID' })
    }
    expect(await get<DossierTypeShown>('/dossier-types/CSR')).toEqual(type)
  })

  test('A draft of a dossier type is compared and published; nothing else can be', async () => {
    const path = '/dossier-types/CYBERSECURITY'
    const before = await get<DossierTypeShown>(path)
    const definition = before.published?.definition ?? {}
    expect((await put(path, definition)).json()).toEqual(before)
    expect((await post(`${path}/publish`, { dryRun: true, applyToOpen: true })).json()).toMatchObject({
      code: 'DOSSIER_TYPE_NO_DRAFT',
      status: 409,
    })
    const documents = (definition['documents'] as { code: string; required: boolean }[])
      .filter(({ code }) => code !== 'HDS')
      .map((one) => (one.code === 'PENTEST' ? { ...one, required: true } : one))
      .concat({ code: 'NDA', required: false })
    const wanted = { ...definition, documents, renewal: { months: 24, opensDaysBefore: 60 } }
    const drafted = await put(path, wanted)
    expect(drafted.json()).toMatchObject({ version: 1, draftVersion: 2, draft: { definition: wanted } })
    const diff = await get<object>(`${path}/diff`)
    expect(diff).toMatchObject({
      publishedVersion: 1,
      draftVersion: 2,
      documents: {
        added: [{ code: 'NDA', required: false }],
        removed: [{ code: 'HDS', required: false }],
        changed: [{ code: 'PENTEST', before: { required: false }, after: { required: true } }],
      },
      fields: [
        {
          field: 'renewal',
          before: { months: 12, opensDaysBefore: 30 },
          after: { months: 24, opensDaysBefore: 60 },
        },
      ],
    })
    const published = await post(`${path}/publish`, { dryRun: false, applyToOpen: true })
    expect(published.json()).toMatchObject({ version: 2, openDossiers: 0, application: 'DONE' })
    const after = await get<DossierTypeShown>(path)
    expect(after).toMatchObject({ version: 2, draft: null, published: { definition: wanted } })
    expect(after.versions.map(({ version, publishedAt }) => [version, publishedAt !== null])).toEqual([
      [2, true],
      [1, true],
    ])
  })

  test('A new dossier type exists once it is published, and only while its documents do', async () => {
    const { published } = await get<DossierTypeShown>('/dossier-types/ONBOARDING')
    const wanted = { ...published?.definition, documents: [{ code: 'OWN_PIECE', required: true }] }
    const made = await put('/dossier-types/OWN_DOSSIER', wanted)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ version: null, draftVersion: 1, published: null })
    const { thirdpartyId } = await t.given.thirdParty(office)
    const open = () => post(`/thirdparties/${thirdpartyId}/dossiers`, { dossierTypeCode: 'OWN_DOSSIER' })
    expect((await open()).json()).toMatchObject({ code: 'DOSSIER_TYPE_UNKNOWN' })
    await post('/document-types/OWN_PIECE/archive')
    const publish = () => post('/dossier-types/OWN_DOSSIER/publish', { dryRun: false, applyToOpen: false })
    expect((await publish()).json()).toMatchObject({ code: 'TYPE_DEFINITION_INVALID' })
    await post('/document-types/OWN_PIECE/reactivate')
    expect((await publish()).json()).toMatchObject({ version: 1, application: 'NONE' })
    expect((await open()).statusCode).toBe(201)
  })

  test('Newer shipped versions replace only what the account has not changed', async () => {
    await t.admin.query(`
      insert into shipped_type (kind, code, shipped_version, definition)
      select kind, code, 2, jsonb_set(definition, '{version}', '2') from shipped_type
      where shipped_version = 1 and (kind, code) in (
        ('DOCUMENT', 'BANK_DETAILS'), ('DOCUMENT', 'NDA'), ('DOSSIER', 'CYBERSECURITY'), ('DOSSIER', 'CSR'))`)
    expect(await get<Shown>('/document-types/NDA')).toMatchObject({
      shippedVersion: 1,
      newestShippedVersion: 2,
      newerShipped: true,
    })
    const expected = {
      documentTypes: [{ code: 'NDA', version: 2, shippedVersion: 2 }],
      dossierTypes: [{ code: 'CSR', version: 2, shippedVersion: 2 }],
      kept: ['BANK_DETAILS', 'CYBERSECURITY'],
      blocked: [],
    }
    expect((await post('/catalogue/upgrade', { dryRun: true })).json()).toEqual({ dryRun: true, ...expected })
    expect(await get<Shown>('/document-types/NDA')).toMatchObject({ version: 1, newerShipped: true })
    expect((await post('/catalogue/upgrade', { dryRun: false })).json()).toEqual({
      dryRun: false,
      ...expected,
    })
    expect(await get<Shown>('/document-types/NDA')).toMatchObject({ version: 2, newerShipped: false })
    expect(await get<Shown>('/dossier-types/CSR')).toMatchObject({ version: 2, asShipped: true })
    expect((await post('/catalogue/upgrade', { dryRun: false })).json()).toMatchObject({
      documentTypes: [],
      dossierTypes: [],
    })
  })

  test('Options of the evaluation have defaults and are changed one by one', async () => {
    const path = '/evaluation-options'
    const standard = {
      autoAccept: false,
      separateDuties: true,
      secondReviewer: true,
      struckOffInvalidates: true,
      autoInvite: true,
      requestRenewals: true,
      askOtherContacts: true,
      autoRenew: true,
    }
    expect(await get(path)).toEqual(standard)
    const patch = (body: object) => t.call('PATCH', `${office.base}${path}`, { ...office, body })
    expect((await patch({ secondReviewer: false })).json()).toEqual({ ...standard, secondReviewer: false })
    // Where everything is only tried out, one person can.
    const sandbox = await t.given.office('SANDBOX')
    const inSandbox = (await t.call('GET', `${sandbox.base}${path}`, sandbox)).json()
    expect(inSandbox).toEqual({ ...standard, separateDuties: false, secondReviewer: false })
    expect((await patch({})).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await patch({ autoAccept: 'yes' })).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await patch({ autoReject: true })).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
