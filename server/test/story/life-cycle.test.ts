import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { somePicture } from '../files/file-desk.ts'
import { dossierTypes, extract, opening } from './definitions.ts'
import { steps } from './steps.ts'
import { supplierOf, type Dossier, type Supplier } from './supplier.ts'
import { follow, type Visitor } from './visitor.ts'
import { eventually, openWorld, type World } from './world.ts'

interface Told {
  readonly eventName: string
  readonly seq: number
  readonly occurredAt: string
  readonly actor: { readonly type: string; readonly name: string }
  readonly data: Record<string, unknown>
}

// A company of the bundled register.
const siret = '99991371800014'
const anne = 'anne@valmerac.example'
const reason = 'Le tampon du greffe est illisible.'

let world: World
let supplier: Supplier
let labour: Dossier
let visitor: Visitor
/** Seconds of the account's clock in the middle of the story. */
const moments: Record<'rejected' | 'approved', string> = { rejected: '', approved: '' }
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const now = async () => (await world.staff<{ now: string }>('GET', '/clock')).now
const today = async () => (await now()).slice(0, 10)
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const longFrench = (day: string) =>
  new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(day))
    .replace(/^1 /, '1er ')

describe('The life of a supplier', () => {
  test('A supplier is added by its SIRET, and a rule opens its dossier', async () => {
    const { staff } = world
    await staff('PUT', '/document-types/EXTRACT', extract)
    for (const [code, definition] of Object.entries(dossierTypes)) {
      await staff('PUT', `/dossier-types/${code}`, definition)
      await staff('POST', `/dossier-types/${code}/publish`, { dryRun: false, applyToOpen: false })
    }
    const { ruleId } = await staff<{ ruleId: number }>('POST', '/rules', {
      name: 'French suppliers',
      criteria: { countries: ['FR'] },
      dossierTypeCodes: Object.keys(dossierTypes),
    })
    await staff('POST', `/rules/${ruleId}/activate`)
    const added = await staff<{ thirdpartyId: number }>('POST', '/thirdparties', {
      legalIdentifier: { code: 'CIT001', value: siret },
    })
    expect(added).toMatchObject({ name: 'ATELIERS VALMÉRAC', identityStatus: 'COMPLETE', status: 'ACTIVE' })
    supplier = supplierOf(world, added.thirdpartyId)
    const { content } = await eventually(supplier.openDossiers, { content: [{}, {}] })
    expect(content.map((one) => one.type.code).toSorted()).toEqual(['CONTRACT', 'LABOUR'])
    labour = content.find((one) => one.type.code === 'LABOUR') as Dossier
    expect(await supplier.document(labour, 'EXTRACT')).toMatchObject({ statusCode: 'MISSING' })
    await eventually(supplier.indicators, { LEGAL_COMPLIANCE: 0 })
  })

  test('A supplier names a contact, who is invited by mail and finds the requests', async () => {
    const { staff, origin, mailTo } = world
    await staff('POST', `${supplier.path}/contacts`, { email: anne, firstName: 'Anne', language: 'fr' })
    const invitation = await mailTo(anne, /demande des documents à ATELIERS VALMÉRAC/)
    visitor = await follow(origin, invitation)
    // The link opens the door once.
    await expect(follow(origin, invitation)).rejects.toThrow('INVITATION_INVALID')
    const { progress, dossiers } = await visitor.asked()
    expect(progress).toEqual({ asked: 3, toDo: 3, inReview: 0, accepted: 0 })
    expect(dossiers.flatMap(({ requests }) => requests.map(({ action }) => action))).toEqual(
      Array.from({ length: 3 }, () => 'SEND'),
    )
    expect(await staff('GET', `${supplier.path}/contacts`)).toMatchObject({ content: [{ state: 'ACTIVE' }] })
  })

  test('A supplier sends a file and a form; the file comes back with the reason, and is sent again', async () => {
    const { staff, origin, mailTo } = world
    const day = await today()
    const file = await supplier.document(labour, 'EXTRACT')
    const form = await supplier.document(labour, 'NO_FOREIGN_WORKERS')
    await visitor.sendFile(file.documentId, somePicture(), day)
    const answers = {
      statement: 'true',
      signatory: 'Anne Martin',
      role: 'Gérante',
      signedOn: day.split('-').toReversed().join('/'),
    }
    const formdata = Object.entries(answers).map(([key, value]) => ({ key, value }))
    await visitor.visit('POST', `/requests/${form.documentId}/answers`, { formdata })
    const first = await supplier.toReview(labour, 'EXTRACT')
    const decision = { shareRejectionReason: true, comment: reason }
    expect(await staff('POST', `${first}/reject`, decision)).toMatchObject({ notification: 'SENT' })
    moments.rejected = (await now()).slice(0, 19)
    const mail = await mailTo(anne, /À renvoyer/)
    expect(mail.email.text).toContain(reason)
    visitor = await follow(origin, mail)
    const again = await visitor.visit('GET', `/requests/${file.documentId}`)
    expect(again).toMatchObject({ status: 'TO_CORRECT', action: 'CORRECT', rejection: { reason } })
    // What is named below is the end of that second.
    await eventually(async () => ({ over: (await now()).slice(0, 19) > moments.rejected }), { over: true })
    await visitor.sendFile(file.documentId, somePicture(), day)
  })

  test('A supplier is approved, and its indicators move', async () => {
    const { staff } = world
    for (const code of ['EXTRACT', 'NO_FOREIGN_WORKERS']) {
      await staff('POST', `${await supplier.toReview(labour, code)}/approve`)
    }
    // The other dossier takes the same piece over.
    await eventually(supplier.openDossiers, { content: [{ statusCode: 'VALID' }, { statusCode: 'VALID' }] })
    await eventually(supplier.indicators, { LEGAL_COMPLIANCE: 100 })
    expect(await visitor.asked()).toMatchObject({ progress: { asked: 3, accepted: 3, toDo: 0 } })
    moments.approved = (await now()).slice(0, 19)
  })

  test('A supplier is asked again before its document ends, warned and reminded', async () => {
    const { origin, mailTo, liveUntil } = world
    const { expirationDate } = await supplier.document(labour, 'EXTRACT')
    const end = expirationDate ?? ''
    await liveUntil(daysAfter(end, -6))
    expect(await supplier.document(labour, 'EXTRACT')).toMatchObject({
      statusCode: 'VALID',
      renewal: { dueDate: end },
    })
    expect(await supplier.indicators()).toMatchObject({ LEGAL_COMPLIANCE: 100 })
    expect((await mailTo(anne, /expire bientôt/)).email.text).toContain('À renouveler')
    const reminder = await mailTo(anne, /1 document attendu/)
    expect(reminder.email.headers.map(({ key }) => key)).toContain('list-unsubscribe')
    visitor = await follow(origin, reminder)
    const { documentId } = await supplier.document(labour, 'EXTRACT')
    const request = await visitor.visit('GET', `/requests/${documentId}`)
    expect(request).toMatchObject({ status: 'TO_RENEW', action: 'RENEW', dueDate: end, late: false })
  })

  test('A supplier lets its document end, is reminded that it is late, and renews it', async () => {
    const { staff, origin, mailTo, liveUntil } = world
    const before = await supplier.document(labour, 'EXTRACT')
    await liveUntil(daysAfter(before.expirationDate ?? '', 8))
    expect(await supplier.document(labour, 'EXTRACT')).toMatchObject({
      statusCode: 'ACTION_REQUIRED',
      statusReason: 'EXPIRED',
    })
    await eventually(supplier.indicators, { LEGAL_COMPLIANCE: 33 })
    const late = await mailTo(anne, /En retard/)
    expect(late.email.text).toContain(`attendu le ${longFrench(before.expirationDate ?? '')}`)
    visitor = await follow(origin, late)
    expect(await visitor.visit('GET', `/requests/${before.documentId}`)).toMatchObject({
      status: 'TO_RENEW',
      late: true,
      dueDate: before.expirationDate,
    })
    await visitor.sendFile(before.documentId, somePicture(), await today())
    await staff('POST', `${await supplier.toReview(labour, 'EXTRACT')}/approve`)
    const renewed = await supplier.document(labour, 'EXTRACT')
    expect(renewed).toMatchObject({ statusCode: 'VALID', renewal: null })
    expect((renewed.expirationDate ?? '') > (before.expirationDate ?? '')).toBe(true)
    await eventually(supplier.indicators, { LEGAL_COMPLIANCE: 100 })
  })

  test('A supplier has its dossier renewed on its last day, with what is still valid', async () => {
    const { staff, liveUntil } = world
    await liveUntil(daysAfter(labour.expirationDate, 1))
    expect(await staff('GET', `/dossiers/${labour.dossierId}`)).toMatchObject({ archived: true })
    const { content } = await supplier.openDossiers()
    const next = content.find((one) => one.type.code === 'LABOUR') as Dossier
    expect(next).toMatchObject({ statusCode: 'VALID' })
    expect(next.dossierId).not.toBe(labour.dossierId)
    expect(next.expirationDate > labour.expirationDate).toBe(true)
    labour = next
    expect(await supplier.indicators()).toMatchObject({ LEGAL_COMPLIANCE: 100 })
  })

  test('A supplier enters a collective procedure, and its status and indicators follow', async () => {
    const { staff, published, liveUntil } = world
    const before = await supplier.indicators()
    published.push(opening(siret.slice(0, 9), daysAfter(await today(), 1)))
    await liveUntil(daysAfter(await today(), 2))
    expect(await staff('GET', supplier.path)).toMatchObject({
      status: 'IN_COLLECTIVE_PROCEDURE',
      statusDetail: 'REDRESSEMENT',
    })
    const after = await eventually(supplier.indicators, { LEGAL_COMPLIANCE: 40 })
    expect(after['FINANCIAL_RISK']).not.toBe(before['FINANCIAL_RISK'])
    expect(await staff('GET', `${supplier.path}/announcements`)).toMatchObject({ content: [{ key: 'A-1' }] })
  })

  test('A supplier is archived, and asked for nothing any more', async () => {
    const { staff } = world
    await staff('POST', `${supplier.path}/archive`)
    expect(await staff('GET', supplier.path)).toMatchObject({ archived: true })
    expect(await supplier.openDossiers()).toMatchObject({ content: [] })
    expect(await visitor.asked()).toMatchObject({ dossiers: [] })
  })
})

describe('The journal of the story', () => {
  test('The journal verifies, and records each step in its order', async () => {
    const { staff } = world
    expect(await staff('GET', '/journal/verify')).toMatchObject({
      intact: true,
      complete: true,
      brokenSeq: null,
    })
    const { content } = await staff<{ content: Told[] }>(
      'GET',
      `${supplier.path}/events?include=all&size=500`,
    )
    const told = content.toReversed()
    expect(told.map(({ seq }) => seq)).toEqual(told.map(({ seq }) => seq).toSorted((a, b) => a - b))
    const lines = told.map(({ eventName, actor }) => `${eventName} ${actor.type}`)
    let at = 0
    for (const step of steps) {
      const found = lines.indexOf(step, at)
      expect(
        found,
        `${step} after ${lines.slice(Math.max(0, at - 3), at).join(', ')}`,
      ).toBeGreaterThanOrEqual(0)
      at = found + 1
    }
  })

  test('The journal shows the state in the middle of the story', async () => {
    const { staff } = world
    const at = (path: string, moment: string) => staff('GET', `${path}?asOf=${moment}`)
    const { content } = await staff<{ content: Dossier[] }>('GET', `${supplier.path}/dossiers?archived=true`)
    const first = content
      .filter((one) => one.type.code === 'LABOUR')
      .toSorted((a, b) => a.dossierId - b.dossierId)[0]
    const dossier = `/dossiers/${first?.dossierId}`
    expect(await at(dossier, moments.rejected)).toMatchObject({
      archived: false,
      documents: [
        { documentCode: 'EXTRACT', statusCode: 'INVALID' },
        { documentCode: 'NO_FOREIGN_WORKERS', statusCode: 'ONGOING' },
      ],
    })
    expect(await at(dossier, moments.approved)).toMatchObject({ archived: false, statusCode: 'VALID' })
    expect(await at(supplier.path, moments.approved)).toMatchObject({ archived: false, status: 'ACTIVE' })
    expect(await supplier.indicators(`?asOf=${moments.rejected}`)).toMatchObject({ LEGAL_COMPLIANCE: 0 })
    expect(await supplier.indicators(`?asOf=${moments.approved}`)).toMatchObject({ LEGAL_COMPLIANCE: 100 })
    expect(await staff('GET', supplier.path)).toMatchObject({
      archived: true,
      status: 'IN_COLLECTIVE_PROCEDURE',
    })
  })
})
