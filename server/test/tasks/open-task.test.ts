import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeTasksOf,
  maxTasksOfRun,
  openManyTasks,
  openTask,
  tellTitle,
  type NewTask,
} from '../../src/domain/tasks/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { unitDesk, type UnitDesk } from '../units/unit-desk.ts'

let d: UnitDesk
beforeAll(async () => {
  d = await unitDesk()
})
afterAll(() => d.t.close())

const scopeOf = () => jobScope(d.office.accountId, 'tasks.test')
const alertOf = (thirdpartyId: number, key = `alert:${thirdpartyId}`): NewTask => ({
  title: { key: 'MANY_AT_ONCE', values: { count: 2 } },
  about: { thirdpartyId },
  assignee: null,
  dueOn: '2026-12-31',
  origin: { kind: 'ALERT', key },
})
const told = async (name: string) => {
  const journal = '/administration/journal?size=100'
  const { content } = await d.must<{ content: { name: string; after: object }[] }>('GET', journal)
  return content.filter((entry) => entry.name === name).map(({ after }) => after)
}

test('A task of the product is opened once while it is open, however many ask at once', async () => {
  const thirdpartyId = await d.company('Watched', [])
  const open = () => d.t.db.write(scopeOf(), (tx) => openTask(tx, scopeOf(), alertOf(thirdpartyId)))
  const opened = await Promise.all([open(), open(), open()])
  expect(opened.filter((taskId) => taskId !== null)).toHaveLength(1)
  expect(await open()).toBeNull()
  const close = () =>
    d.t.db.write(scopeOf(), (tx) =>
      closeTasksOf(tx, scopeOf(), `alert:${thirdpartyId}`, { outcome: 'DONE', reason: 'Settled' }),
    )
  expect([await close(), await close()]).toEqual([1, 0])
  expect(await open()).toBeTypeOf('number')
  const about = { thirdpartyId, dossierId: null, documentId: null }
  const told1 = { ...about, assignee: null, dueOn: '2026-12-31', origin: 'ALERT' }
  expect(await told('TASK_OPENED')).toEqual([told1, told1])
  expect(await told('TASK_CLOSED')).toEqual([{ state: 'DONE' }])
})

test('More tasks than anybody works through become one that says how many', async () => {
  const thirdpartyId = await d.company('Of a policy', [])
  const run = { kind: 'POLICY', key: 'policy:1' } as const
  const many = (count: number) => {
    const tasks = Array.from({ length: count }, (_, nth) => alertOf(thirdpartyId, `policy:1:${nth}`))
    const command = { run, tasks, link: '/thirdparties?country=FR', dueOn: null }
    return d.t.db.write(scopeOf(), (tx) => openManyTasks(tx, scopeOf(), command))
  }
  expect([await many(3), await many(3), await many(5)]).toEqual([3, 0, 2])
  expect([await many(1_005), await many(1_005)]).toEqual([1, 0])
  expect(await many(maxTasksOfRun)).toBe(maxTasksOfRun - 5)
})

test('A title of the product is told in the language of its reader, one of a person as they wrote it', () => {
  const ofProduct = { title: null, titleKey: 'MANY_AT_ONCE', titleValues: { count: 1_000 } }
  expect(tellTitle(ofProduct, 'en')).toBe('1000 cases came up at once: look through the list')
  expect(tellTitle(ofProduct, 'fr')).toBe('1000 cas se présentent à la fois\u00A0: parcourez la liste')
  const written = { title: 'Call {them}', titleKey: null, titleValues: null }
  expect(tellTitle(written, 'fr')).toBe('Call {them}')
  expect(tellTitle({ ...ofProduct, titleKey: 'OF_TOMORROW' }, 'en')).toBe('OF_TOMORROW')
})
