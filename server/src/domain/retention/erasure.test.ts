import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../test/responses/queued.ts'
import { mailsOf, reviewDesk } from '../../../test/responses/review-desk.ts'
import { localStore, newObjectKey, type ObjectStore } from '../../platform/files/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { printForm } from '../evaluation/files/print-form.task.ts'
import { deleteObjects } from './delete-objects.task.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

describe('Erasure', () => {
  let t: TestApp
  let store: ObjectStore
  let folder: string
  beforeAll(async () => {
    t = await testApp()
    folder = await mkdtemp(path.join(tmpdir(), 'vigie-erasure-'))
    store = await localStore({ root: folder })
  })
  afterAll(async () => {
    await store.close()
    await t.close()
    await rm(folder, { recursive: true, force: true })
  })

  const formOf = async (id: number) => {
    const { rows } = await t.admin.query<Record<string, unknown>>(
      `select r.state, e.file_state, e.object_key, e.formdata, e.sha256 is not null as hashed
       from response r join evidence e using (account_id, response_id) where r.response_id = $1`,
      [id],
    )
    return rows[0] ?? {}
  }

  test('Erasing a person removes contacts, mails and personal answers, and the journal still verifies', async () => {
    const d = await reviewDesk(t)
    const { accountId, thirdpartyId } = d
    const email = 'jeanne.durand@supplier.example'
    const contacts = `/thirdparties/${thirdpartyId}/contacts`
    const person = (await d.post(contacts, { email, firstName: 'Jeanne', lastName: 'Durand' })).json<{
      contactId: number
    }>()
    await d.post(contacts, { email: 'else@supplier.example' })
    const key = newObjectKey(accountId)
    await store.put(key, Readable.from([Buffer.from('content')]), { maxBytes: 100 })
    const formdata = ['contacts.0.name', 'contacts.0.role', 'contacts.0.email', 'website'].map(
      (name, order) => ({
        type: 'string',
        key: name,
        title: name,
        order,
        value: `value of ${name}`,
      }),
    )
    const personal = ['contacts.0.name', 'contacts.0.email']
    const filled = {
      accountId,
      documentId: d.documents['SUP_IDENTITY'] ?? 0,
      submittedBy: { type: 'CONTACT', id: person.contactId },
      formdata,
      objectKey: key,
    }
    const form = await givenAnswer(t, filled)
    const other = await t.given.dossier(d, d.thirdpartyId, 'CSR')
    const kept = await givenAnswer(t, { ...filled, documentId: Object.values(other.documents)[0] ?? 0 })
    await d.post(`/dossiers/${other.dossierId}/legal-hold`, { reason: 'Litigation' })
    const rejected = await givenAnswer(t, { accountId, documentId: d.documents['UBO'] ?? 0 })
    await d.post(`/responses/${rejected}/reject`, { shareRejectionReason: true, comment: 'Jeanne, please' })
    await d.told()

    const erased = await d.post('/erasures', { email: email.toUpperCase() })
    expect(erased.json(), erased.body).toEqual({ contacts: 1, users: 0, mails: 1, forms: 1, heldForms: 1 })
    expect(await d.told()).toMatchObject([
      { name: 'DOCUMENT_DELETION', data: { responseId: form, reason: 'ERASURE' } },
      {
        name: 'THIRD_PARTY_CONTACT_DELETED',
        data: { contact: { contactId: person.contactId, change: 'ERASED' } },
      },
    ])
    const { formdata: left, ...evidence } = await formOf(form)
    expect(evidence).toMatchObject({
      state: 'PENDING',
      file_state: 'PENDING',
      object_key: null,
      hashed: false,
    })
    const blank = (left as { key: string; value: string }[]).filter(({ value }) => value === '')
    expect(blank.map((one) => one.key)).toEqual(personal)
    expect(await queued(t, accountId, 'responses.form-pdf')).toEqual([{ accountId, responseId: form }])
    for (const payload of await queued(t, accountId, 'files.delete')) {
      await runTask(t, 'files.delete', deleteObjects({ store }), payload)
    }
    // Another answer still needs the object: it is held.
    expect(await store.head(key)).not.toBeNull()
    expect(await formOf(kept)).toMatchObject({ object_key: key, formdata })
    expect((await d.get(contacts)).json<{ content: object[] }>().content).toHaveLength(1)
    expect(await mailsOf(d)).toMatchObject([
      { recipient: 'else@supplier.example', status: 'QUEUED' },
      {
        recipient: 'erased@erased.invalid',
        status: 'FAILED',
        lastError: 'ERASED',
        subject: '-',
        text: '',
        html: '',
      },
    ])
    // The PDF of the form is made again from what is left.
    await runTask(t, 'responses.form-pdf', printForm({ store }), { accountId, responseId: form })
    expect(await formOf(form)).toMatchObject({ file_state: 'CLEAN', hashed: true })
    const { rows: leaks } = await t.admin.query<{ found: boolean }>(
      `select exists (select from contact where account_id = $1 and contact::text ~* 'jeanne|durand')
         or exists (select from mail where account_id = $1 and recipient ~* 'jeanne|durand')
         or exists (select from event_detail where account_id = $1 and convert_from(payload, 'utf8') ~* 'durand') as found`,
      [accountId],
    )
    expect(leaks[0]?.found).toBe(false)
    expect((await d.post('/erasures', { email })).json()).toEqual({
      contacts: 0,
      users: 0,
      mails: 0,
      forms: 0,
      heldForms: 0,
    })
    const listed = (await d.get('/erasures')).json<{ content: object[]; totalElements: number }>()
    // Nothing was found the second time, so only the first is told of.
    expect(listed).toMatchObject({ totalElements: 1, next: null })
    expect(listed.content).toMatchObject([
      { contactIds: [person.contactId], userIds: [], mails: 1, forms: 1, heldForms: 1 },
    ])
    expect(JSON.stringify(listed)).not.toMatch(/jeanne|durand|supplier\.example/i)
    expect(problemOf(await d.post('/erasures', { email: 'nobody' }))).toEqual([422, 'EMAIL_INVALID'])
    const verdict = await t.db.read(wholeAccount(accountId), (tx) => verifyJournal(tx, { accountId }))
    expect(verdict).toMatchObject({ intact: true })
  })

  test('A form printed during the erasure does not bring the text back', async () => {
    const d = await reviewDesk(t)
    const email = 'meanwhile@supplier.example'
    const person = { email, firstName: 'Mina', lastName: 'Wile' }
    const added = await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, person)
    const { contactId: id } = added.json<{ contactId: number }>()
    const form = await givenAnswer(t, {
      accountId: d.accountId,
      documentId: d.documents['UBO'] ?? 0,
      submittedBy: { type: 'CONTACT', id },
      formdata: [{ type: 'string', key: 'signatory', title: 'Signatory', order: 0, value: 'Mina Wile' }],
    })
    await t.admin.query(`update evidence set file_state = 'PENDING' where response_id = $1`, [form])
    const keys: string[] = []
    const slow: ObjectStore = {
      ...store,
      put: async (key, ...rest) => {
        const stored = await store.put(key, ...rest)
        keys.push(key)
        expect((await d.post('/erasures', { email })).json()).toMatchObject({ contacts: 1, forms: 1 })
        return stored
      },
    }
    const payload = { accountId: d.accountId, responseId: form }
    const printing = runTask(t, 'responses.form-pdf', printForm({ store: slow }), payload)
    await expect(printing).rejects.toThrow('changed while it was printed')
    expect(await store.head(keys[0] ?? '')).toBeNull()
    expect(await formOf(form)).toMatchObject({ object_key: null, formdata: [{ value: '' }] })
    await runTask(t, 'responses.form-pdf', printForm({ store }), payload)
    expect(await formOf(form)).toMatchObject({ file_state: 'CLEAN', hashed: true })
  })
})
