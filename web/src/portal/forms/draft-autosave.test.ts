import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnreachableError } from '../../api/problem.ts'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { problem } from '../../test/problems.ts'
import type { FormField, OneRequest } from '../portal-api.ts'
import { DraftAutosave } from './draft-autosave.ts'
import type { DraftService } from './draft-service.ts'

const localKey = 'vigie-portal:form:7:3'

const field = (key: string, type: string, more: object = {}) =>
  ({ key, type, label: key.toUpperCase(), required: true, ...more }) as unknown as FormField

const fields = [
  field('iban', 'iban'),
  field('holder', 'string'),
  field('owners', 'table', { columns: [field('name', 'string')] }),
]

const request = (more: object = {}) =>
  ({
    documentId: 3,
    kind: 'FORM',
    status: 'TO_SEND',
    formFields: fields,
    draft: null,
    answers: [],
    ...more,
  }) as unknown as OneRequest

type Draft = Parameters<DraftService['save']>[0]

/** A server that takes drafts, or says why not. */
function fakeService() {
  const drafts: Draft[] = []
  const answers: (() => Promise<void>)[] = []
  return {
    drafts,
    /** The next draft is answered so; all others are taken. */
    answerWith: (answer: () => Promise<void>) => void answers.push(answer),
    check: vi.fn<DraftService['check']>(async () => ({ errors: [] }) as never),
    save: async (draft: Draft) => {
      drafts.push(draft)
      await answers.shift()?.()
    },
  }
}

let browser: ReturnType<typeof fakeBrowser>
let service: ReturnType<typeof fakeService>

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T10:00:00Z') })
  browser = fakeBrowser()
  service = fakeService()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (more: object = {}) => new DraftAutosave(request(more), 7, service)
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const unreachable = () => Promise.reject(new UnreachableError(null))

test('What is typed is kept on the device at once, and saved when the typing stops', async () => {
  const autosave = open()
  for (const value of ['A', 'AT', 'ATE']) {
    autosave.set('holder', value)
    await wait(500)
  }
  expect(browser.kept(localKey)).toEqual({ values: { holder: 'ATE' }, date: '' })
  expect(service.drafts).toEqual([])
  await wait(200)
  expect(service.drafts).toEqual([{ formdata: [{ key: 'holder', value: 'ATE' }] }])
  expect(autosave.state).toMatchObject({ save: 'saved', savedAt: new Date('2026-11-16T10:00:01.700Z') })
  expect(browser.kept(localKey)).toBeNull()
})

test('What is typed while a draft is on its way is saved after it, and stays on the device until then', async () => {
  const autosave = open()
  let arrive = () => {}
  service.answerWith(() => new Promise((resolve) => (arrive = resolve)))
  autosave.set('holder', 'A')
  await wait(700)
  expect(autosave.state.save).toBe('saving')
  autosave.set('holder', 'AB')
  await wait(100)
  arrive()
  await wait(0)
  expect(browser.kept(localKey)).toMatchObject({ values: { holder: 'AB' } })
  expect(service.drafts).toHaveLength(1)
  await wait(700)
  expect(service.drafts.at(-1)).toEqual({ formdata: [{ key: 'holder', value: 'AB' }] })
  expect(browser.kept(localKey)).toBeNull()
})

test('An answer the server refuses stays on the device, and the others are saved', async () => {
  const autosave = open()
  const errors = [{ pointer: '/formdata/0/value', message: 'IBAN: wrong check digit' }]
  service.answerWith(() => Promise.reject(problem('FORM_INVALID', { errors })))
  autosave.set('iban', 'FR00')
  autosave.set('holder', 'A')
  await wait(700)
  expect(service.drafts.at(-1)).toEqual({ formdata: [{ key: 'holder', value: 'A' }] })
  expect(autosave.state).toMatchObject({ save: 'partly', faults: { iban: 'Wrong check digit' } })
  expect(browser.kept(localKey)).toMatchObject({ values: { iban: 'FR00', holder: 'A' } })
  autosave.set('iban', 'FR76')
  expect(autosave.state.faults).toEqual({})
})

test('What files say fills in what is empty, and is marked until somebody touches it', async () => {
  const said = (key: string, value: string) => ({ key, value, page: 2 })
  const autosave = open()
  autosave.set('holder', 'ATELIERS')
  autosave.suggest({
    effectiveDate: { value: '2026-11-01', page: 1 },
    fields: [said('iban', 'FR7630006000011234567890189'), said('holder', 'SOMEBODY')],
  })
  const { values, read, date } = autosave.state
  // A form has no date of its own.
  expect({ values, read, date }).toEqual({
    values: { iban: 'FR76 3000 6000 0112 3456 7890 189', holder: 'ATELIERS' },
    read: { iban: 2 },
    date: '',
  })
  await wait(700)
  expect(service.drafts.at(-1)?.formdata).toHaveLength(2)
  autosave.set('iban', '')
  expect(autosave.state.read).toEqual({})
  await wait(700)
  // Whoever emptied it does not want it, now or when they come back.
  for (const again of [autosave, open()]) {
    again.suggest({ effectiveDate: null, fields: [said('iban', 'FR7630006000011234567890189')] })
    expect(again.state).toMatchObject({ read: {} })
    expect(again.state.values['iban'] ?? '').toBe('')
  }
  autosave.forget()
  expect(browser.kept('vigie-portal:form-touched:7:3')).toBeNull()
})

test('The date on a document is filled in where none was typed', async () => {
  const autosave = open({ kind: 'FILE', formFields: null })
  const effectiveDate = { value: '2026-11-01', page: 1 }
  autosave.suggest({ effectiveDate, fields: [] })
  expect(autosave.state).toMatchObject({ date: '2026-11-01', read: { '@date': 1 } })
  await wait(700)
  expect(service.drafts).toEqual([{ effectiveDate: '2026-11-01' }])
  autosave.setDate('2026-10-01')
  autosave.suggest({ effectiveDate, fields: [] })
  expect(autosave.state).toMatchObject({ date: '2026-10-01', read: {} })
})

test('A lost network is tried again ever more slowly, and at once when it is back', async () => {
  const autosave = open()
  for (let nth = 0; nth < 6; nth += 1) service.answerWith(unreachable)
  autosave.set('holder', 'A')
  await wait(700)
  expect(autosave.state.save).toBe('failed')
  const pauses = [4_000, 8_000, 16_000, 30_000]
  for (const [nth, pause] of pauses.entries()) {
    await wait(pause - 1)
    expect(service.drafts).toHaveLength(nth + 1)
    await wait(1)
    expect(service.drafts).toHaveLength(nth + 2)
  }
  browser.comeOnline()
  await wait(0)
  expect(service.drafts).toHaveLength(6)
  expect(autosave.state.save).toBe('failed')
  browser.comeOnline()
  await wait(0)
  expect(autosave.state.save).toBe('saved')
  await wait(60_000)
  expect(service.drafts).toHaveLength(7)
})

test('A refusal that no repetition mends is not repeated', async () => {
  const autosave = open()
  service.answerWith(() => Promise.reject(problem('REQUEST_CLOSED')))
  autosave.set('holder', 'A')
  await wait(120_000)
  expect(service.drafts).toHaveLength(1)
  expect(autosave.state.save).toBe('failed')
  expect(browser.kept(localKey)).toMatchObject({ values: { holder: 'A' } })
})

test('What an earlier visit could not save is there again, and is tried at once', async () => {
  const first = open()
  service.answerWith(unreachable)
  first.set('holder', 'Typed offline')
  await wait(700)
  vi.clearAllTimers()
  const second = open({ draft: { form: [{ key: 'holder', value: 'On the server' }] } })
  expect(second.state).toMatchObject({ values: { holder: 'Typed offline' }, origin: 'device' })
  await wait(0)
  expect(service.drafts.at(-1)).toEqual({ formdata: [{ key: 'holder', value: 'Typed offline' }] })
})

test('A page that is left saves what was typed last without waiting, and nothing twice', async () => {
  const autosave = open()
  autosave.set('holder', 'A')
  autosave.leave()
  await wait(0)
  expect(service.drafts).toHaveLength(1)
  autosave.leave()
  await wait(60_000)
  expect(service.drafts).toHaveLength(1)
})

test('An answer that was sent leaves nothing on the device and is not saved again', async () => {
  const autosave = open()
  autosave.set('holder', 'A')
  autosave.forget()
  autosave.leave()
  await wait(60_000)
  expect([service.drafts, browser.kept(localKey)]).toEqual([[], null])
})

test('A row that is removed takes its answers along, and the rows below move up', async () => {
  const autosave = open()
  autosave.addRow('owners')
  autosave.set('owners.0.name', 'Ada')
  autosave.set('owners.1.name', 'Léa')
  autosave.removeRow('owners', 0)
  expect(autosave.state).toMatchObject({ values: { 'owners.0.name': 'Léa' }, rows: { owners: 1 } })
  await wait(700)
  expect(service.drafts).toEqual([{ formdata: [{ key: 'owners.0.name', value: 'Léa' }] }])
})

test('A fault found in a field is shown unless it was changed meanwhile', async () => {
  const autosave = open()
  const errors = [{ pointer: '/formdata/0/value', message: 'IBAN: too short' }]
  service.check.mockResolvedValue({ errors } as never)
  autosave.set('iban', 'FR')
  await autosave.check('iban')
  expect(autosave.state.faults).toEqual({ iban: 'Too short' })
  autosave.set('iban', 'FR7')
  const checking = autosave.check('iban')
  autosave.set('iban', 'FR76')
  await checking
  expect(autosave.state.faults).toEqual({})
})

test('The date of a document without a form is saved, and taken back when it is emptied', async () => {
  const autosave = open({ kind: 'FILE', formFields: null })
  autosave.setDate('2026-11-01')
  await wait(700)
  autosave.setDate('')
  await wait(700)
  expect(service.drafts).toEqual([{ effectiveDate: '2026-11-01' }, { effectiveDate: null }])
})
