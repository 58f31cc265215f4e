import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedAnswer } from '../../../../test/dossiers/answer.ts'
import { desk, problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Added {
  dossierId: number
  added: { documentId: number; documentCode: string; statusCode: string }[]
  alreadyRequired: string[]
}

const pair = ['DOCUMENT_ADDED', 'DOCUMENT_ANSWER_STATUS_UPDATE', 'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT']

describe('Requirements of a dossier', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const setUp = async (typeCode = 'ONBOARDING') => {
    const d = await desk(t)
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId, typeCode)
    await d.names()
    const path = `/dossiers/${dossierId}`
    const document = (code: string) => `${path}/documents/${documents[code]}`
    const require = (newRequiredDocuments: unknown) =>
      d.post(`${path}/requirements`, { newRequiredDocuments })
    return { d, dossierId, documents, path, document, require }
  }
  const valid = (d: Desk, dossierId: number, documentId: number) =>
    storedAnswer(t, d, { dossierId, documentId, state: 'ACCEPTED' })

  test('Requirements are added by code; those already present are only named', async () => {
    const { d, dossierId, documents, require } = await setUp()
    const answer = await require(['UBO', 'GHG_REPORT', 'NDA', 'ISO9001'])
    expect(answer.statusCode, answer.body).toBe(200)
    const { added, alreadyRequired } = answer.json<Added>()
    expect(added.map((one) => one.documentCode)).toEqual(['GHG_REPORT', 'ISO9001', 'NDA'])
    expect(added[0]).toMatchObject({ dossierId, statusCode: 'MISSING', required: true, evidences: [] })
    expect(alreadyRequired).toEqual(['UBO'])
    const told = await d.told()
    expect(told.map(({ name }) => name)).toEqual([
      ...pair,
      ...pair,
      'DOCUMENT_MODIFICATION',
      'DOSSIER_DOCUMENTS_UPDATED',
    ])
    expect(told[6]).toMatchObject({
      documentId: documents['NDA'],
      data: { before: { required: false }, after: { required: true } },
    })
    expect(told[7]?.data).toEqual({ added: ['GHG_REPORT', 'ISO9001', 'NDA'] })
    const again = await require(['NDA', 'UBO'])
    expect(again.json()).toEqual({ dossierId, added: [], alreadyRequired: ['NDA', 'UBO'] })
    expect(await d.names()).toEqual([])
  })

  test('A new requirement changes the status of a complete dossier', async () => {
    const { d, dossierId, documents, path, require } = await setUp('SCREENING')
    const record = async () =>
      (await d.get(path)).json<{ documents: { documentId: number; required: boolean }[] }>()
    for (const one of (await record()).documents) await valid(d, dossierId, one.documentId)
    expect(await record()).toMatchObject({ statusCode: 'VALID' })
    await d.names()
    await require(['GHG_REPORT'])
    expect(await d.names()).toEqual([
      ...pair,
      'DOSSIER_DOCUMENTS_UPDATED',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_ONGOING',
    ])
    const count = Object.keys(documents).length
    expect(await record()).toMatchObject({ statusCode: 'ONGOING' })
    expect((await record()).documents).toHaveLength(count + 1)
  })

  test('Requirements are refused as a whole when any code is wrong', async () => {
    const { d, require, path } = await setUp()
    const refusal = async (codes: unknown) => problemOf(await require(codes))
    expect(await refusal([])).toEqual([400, 'REQUIREMENTS_EMPTY'])
    expect(problemOf(await d.post(`${path}/requirements`, {}))).toEqual([400, 'REQUIREMENTS_EMPTY'])
    expect(await refusal(Array.from({ length: 101 }, () => 'UBO'))).toEqual([400, 'REQUIREMENTS_TOO_MANY'])
    expect(await refusal([1])).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refusal(['GHG_REPORT', 'GHG_REPORT'])).toEqual([422, 'REQUIREMENT_CODE_REPEATED'])
    const unknown = await require(['GHG_REPORT', 'NOPE', 'nada'])
    expect(problemOf(unknown)).toEqual([422, 'REQUIREMENT_CODE_UNKNOWN'])
    expect(unknown.json()).toMatchObject({ unknown: ['NOPE', 'nada'] })
    expect(
      problemOf(await d.post('/dossiers/999999999/requirements', { newRequiredDocuments: ['UBO'] })),
    ).toEqual([404, 'DOSSIER_NOT_FOUND'])
    expect(await d.names()).toEqual([])
  })

  test('Requirements are fixed where the type fixes them, but not their due date', async () => {
    const { d, require, documents, path } = await setUp('VIGILANCE')
    const [documentId = 0] = Object.values(documents)
    const document = `${path}/documents/${documentId}`
    const refused = [
      await require(['UBO']),
      await d.post(`${document}/stop`),
      await d.patch(document, { required: false }),
    ]
    for (const answer of refused) expect(problemOf(answer)).toEqual([409, 'DOSSIER_REQUIREMENTS_FIXED'])
    expect(await d.names()).toEqual([])
    expect((await d.patch(document, { dueDate: '2030-01-01' })).json()).toMatchObject({
      dueDate: '2030-01-01',
    })
    expect(await d.names()).toEqual(['DOCUMENT_MODIFICATION'])
  })

  test('A change of a document records before and after, and moves the dossier', async () => {
    const { d, dossierId, documents, document } = await setUp()
    await valid(d, dossierId, documents['UBO'] ?? 0)
    await d.names()
    const read = await d.get(document('NDA'))
    const tag = read.headers['etag'] as string
    const changed = await d.patch(document('NDA'), { required: true, dueDate: null }, { 'if-match': tag })
    expect(changed.json()).toMatchObject({ required: true, dueDate: null })
    const [event, ...rest] = await d.told()
    expect(rest).toEqual([])
    expect(event).toMatchObject({
      name: 'DOCUMENT_MODIFICATION',
      dossierId,
      documentId: documents['NDA'],
      data: { before: { required: false }, after: { required: true, dueDate: null } },
    })
    expect(problemOf(await d.patch(document('NDA'), { required: false }, { 'if-match': tag }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    expect((await d.patch(document('NDA'), { required: true })).statusCode).toBe(200)
    expect(await d.names()).toEqual([])
    expect(problemOf(await d.patch(document('NDA'), { dueDate: '2026-02-30' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(problemOf(await d.patch(document('NDA'), { statusCode: 'VALID' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(problemOf(await d.patch(`/dossiers/${dossierId}/documents/999999999`, {}))).toEqual([
      404,
      'DOCUMENT_NOT_FOUND',
    ])
  })

  test('A stopped document leaves the dossier, and may be required again', async () => {
    const { d, dossierId, documents, document, path, require } = await setUp('SCREENING')
    const codes = Object.keys(documents)
    const [last = '', ...others] = codes.toReversed()
    for (const code of others) await valid(d, dossierId, documents[code] ?? 0)
    await d.names()
    const stopped = await d.post(`${document(last)}/stop`)
    expect(stopped.json()).toMatchObject({ stopped: true, documentCode: last })
    const names = await d.names()
    expect(names.slice(0, 2)).toEqual(['DOCUMENT_STOPPED', 'DOSSIER_DOCUMENTS_UPDATED'])
    expect((await d.get(path)).json()).toMatchObject({ statusCode: 'VALID' })
    await d.post(`${document(last)}/stop`)
    expect(await d.names()).toEqual([])
    expect(problemOf(await d.patch(document(last), { dueDate: null }))).toEqual([409, 'DOCUMENT_STOPPED'])
    const listed = async (query = '') =>
      (await d.get(`${path}/documents${query}`)).json<{ content: { documentId: number }[] }>().content
    expect(await listed()).toHaveLength(codes.length - 1)
    expect(await listed('?includeStopped=true')).toHaveLength(codes.length)
    expect((await d.get(document(last))).statusCode).toBe(200)
    const anew = (await require([last])).json<Added>()
    expect(anew.added[0]?.documentId).not.toBe(documents[last])
    expect(await listed()).toHaveLength(codes.length)
  })
})
