import { expect, test } from 'vitest'
import { statusFromAnnouncements } from './announced-status.ts'
import type { Announcement, AnnouncementKind, ProcedureState } from './announcement.ts'

const now = new Date('2026-11-15T00:00:00Z')

function notice(key: string, day: string, members: Partial<Announcement>): Announcement {
  return {
    provider: 'bodacc',
    key,
    siren: '999990120',
    publishedOn: day,
    kind: 'OTHER',
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    effectiveOn: day,
    procedure: null,
    title: null,
    text: null,
    court: null,
    url: null,
    ...members,
  }
}

const judged = (key: string, day: string, state: ProcedureState, members: Partial<Announcement> = {}) =>
  notice(key, day, { kind: 'COLLECTIVE_PROCEDURE', procedure: { phase: 'CHANGE', state }, ...members })
const plain = (key: string, day: string, kind: AnnouncementKind, members: Partial<Announcement> = {}) =>
  notice(key, day, { kind, ...members })

const active = { status: 'ACTIVE', statusDetail: null, statusSince: null }
const inProcedure = (statusDetail: string, statusSince: string) => ({
  status: 'IN_COLLECTIVE_PROCEDURE',
  statusDetail,
  statusSince,
})
const struckOff = (statusDetail: string, statusSince: string) => ({
  status: 'STRUCK_OFF',
  statusDetail,
  statusSince,
})

const opened = judged('A1', '2024-03-01', 'REDRESSEMENT')
const cancels = (previousKey: string): Partial<Announcement> => ({ notice: 'CANCELLATION', previousKey })
const corrects = (previousKey: string): Partial<Announcement> => ({ notice: 'CORRECTION', previousKey })

const table: [string, Announcement[], object][] = [
  ['nothing announced', [], active],
  [
    'a life without trouble',
    [plain('A1', '2009-03-02', 'CREATION'), plain('B2', '2020-01-01', 'CHANGES')],
    active,
  ],
  ['an opened procedure', [opened], inProcedure('REDRESSEMENT', '2024-03-01')],
  [
    'a procedure converted',
    [opened, judged('A2', '2025-02-01', 'LIQUIDATION')],
    inProcedure('LIQUIDATION', '2025-02-01'),
  ],
  [
    'judgments in the wrong order',
    [judged('A2', '2025-02-01', 'LIQUIDATION'), opened],
    inProcedure('LIQUIDATION', '2025-02-01'),
  ],
  [
    'an extension does not begin it anew',
    [opened, judged('A2', '2025-02-01', 'REDRESSEMENT')],
    inProcedure('REDRESSEMENT', '2024-03-01'),
  ],
  [
    'a judgment that says nothing of the procedure',
    [opened, judged('A2', '2025-02-01', null)],
    inProcedure('REDRESSEMENT', '2024-03-01'),
  ],
  ['a procedure closed', [opened, judged('A2', '2025-02-01', 'NONE')], active],
  [
    'a procedure opened again after its end',
    [opened, judged('A2', '2025-02-01', 'NONE'), judged('A3', '2026-01-01', 'REDRESSEMENT')],
    inProcedure('REDRESSEMENT', '2026-01-01'),
  ],
  ['a judgment older than ten years', [judged('A1', '2016-11-14', 'LIQUIDATION')], active],
  [
    'a judgment of ten years ago to the day',
    [judged('A1', '2016-11-15', 'LIQUIDATION')],
    inProcedure('LIQUIDATION', '2016-11-15'),
  ],
  ['an opening cancelled', [opened, judged('A2', '2024-04-01', null, cancels('A1'))], active],
  [
    'a cancellation of something else',
    [opened, judged('A2', '2024-04-01', null, cancels('A9'))],
    inProcedure('REDRESSEMENT', '2024-03-01'),
  ],
  [
    'an opening corrected to another procedure',
    [opened, judged('A2', '2024-04-01', 'SAUVEGARDE', { ...corrects('A1'), effectiveOn: '2024-02-20' })],
    inProcedure('SAUVEGARDE', '2024-02-20'),
  ],
  [
    'the same announcement read twice',
    [opened, opened, judged('A2', '2024-04-01', null, cancels('A1'))],
    active,
  ],
  ['a striking-off', [plain('B1', '2025-05-05', 'CESSATION')], struckOff('CEASED', '2025-05-05')],
  [
    'a striking-off with its own day',
    [plain('B1', '2025-05-05', 'CESSATION', { effectiveOn: '2025-04-30' })],
    struckOff('CEASED', '2025-04-30'),
  ],
  [
    'struck off in the middle of a liquidation',
    [judged('A1', '2024-03-01', 'LIQUIDATION'), plain('B1', '2025-05-05', 'CESSATION')],
    struckOff('LIQUIDATION', '2025-05-05'),
  ],
  [
    'a striking-off taken back',
    [plain('B1', '2025-05-05', 'CESSATION'), plain('B2', '2025-06-05', 'CESSATION', cancels('B1'))],
    active,
  ],
  [
    'entered anew after a striking-off',
    [
      plain('B1', '2025-05-05', 'CESSATION'),
      plain('A2', '2025-05-05', 'CREATION', { effectiveOn: '2009-03-02' }),
    ],
    active,
  ],
  [
    'struck off after it was entered',
    [plain('A1', '2009-03-02', 'CREATION'), plain('B1', '2025-05-05', 'CESSATION')],
    struckOff('CEASED', '2025-05-05'),
  ],
]

test.each(table)('The announced status is derived: %s', (_, announcements, expected) => {
  expect(statusFromAnnouncements(announcements, { now })).toEqual(expected)
})

test('A sole trader still active in the register was not struck off, but may be in a procedure', () => {
  const announcements = [opened, plain('B1', '2025-05-05', 'CESSATION')]
  expect(statusFromAnnouncements(announcements, { now, activeSoleTrader: true })).toEqual(
    inProcedure('REDRESSEMENT', '2024-03-01'),
  )
})
