import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeOf, startBodacc, type FakeBodacc, type FakeNotice } from '../../../../test/fakes/bodacc.ts'
import { bounds, misbehaviours } from '../../../../test/fakes/loopback.ts'
import { announcementEvents } from './announcement.ts'
import { statusFromAnnouncements } from './announced-status.ts'
import { bodacc } from './bodacc.ts'
import { announcementOf } from './bodacc.record.ts'

const siren = '999990120'
const seller = '999993454'
const json = JSON.stringify
const person = (number: string) => ({
  numeroImmatriculation: { codeRCS: 'RCS', numeroIdentification: number },
})

let dataset: FakeBodacc
const since = (after: string | null) =>
  bodacc({ baseUrl: dataset.url, ...bounds() }).since(siren, after === null ? null : new Date(after))
const read = (notice: Partial<FakeNotice>, of = siren) =>
  announcementOf(noticeOf({ id: 'A202601721671', dateparution: '2026-09-09', ...notice }), of)

beforeAll(async () => {
  dataset = await startBodacc()
})
afterAll(() => dataset.close())
beforeEach(() => {
  dataset.behave('ok')
  dataset.requests.length = 0
  dataset.notices.length = 0
})

const opening = {
  familleavis: 'collective',
  familleavis_lib: 'Procédures collectives',
  jugement: json({
    type: 'initial',
    famille: "Jugement d'ouverture",
    nature: "Jugement d'ouverture d'une procÃ©dure de redressement judiciaire",
    date: '2026-08-31',
    complementJugement: "Jugement prononçant l'ouverture",
  }),
}

test('A judgment is read out of its nested JSON', async () => {
  dataset.notices.push({ id: 'A202601721671', dateparution: '2026-09-09', ...opening })
  expect(await since(null)).toEqual({
    kind: 'ANSWERED',
    announcements: [
      {
        provider: 'bodacc',
        key: 'A202601721671',
        siren,
        publishedOn: '2026-09-09',
        kind: 'COLLECTIVE_PROCEDURE',
        notice: 'INITIAL',
        previousKey: null,
        role: 'SUBJECT',
        effectiveOn: '2026-08-31',
        procedure: { phase: 'OPENING', state: 'REDRESSEMENT' },
        title: "Jugement d'ouverture d'une procédure de redressement judiciaire",
        text: "Jugement prononçant l'ouverture",
        court: 'Greffe du Tribunal de Commerce de Lyon',
        url: 'https://www.bodacc.fr/pages/annonces-commerciales-detail/?q.id=id:A202601721671',
      },
    ],
  })
})

test('Only later publications are requested, with a week of overlap for late ones', async () => {
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-08', '2026-11-12']) {
    dataset.notices.push({ id: `B${day.replaceAll('-', '')}1`, dateparution: day })
  }
  const outcome = await since('2026-11-08T10:00:00Z')
  expect(outcome).toMatchObject({
    announcements: [
      { publishedOn: '2026-11-01' },
      { publishedOn: '2026-11-08' },
      { publishedOn: '2026-11-12' },
    ],
  })
  const where = dataset.requests[0]?.url.searchParams.get('where')
  expect(where).toBe(`registre = "${siren}" AND dateparution >= date'2026-11-01'`)
})

test('All pages are read, each announcement once', async () => {
  for (let i = 0; i < 250; i += 1)
    dataset.notices.push({ id: `C2026${1000 + i}`, dateparution: '2026-01-05' })
  const outcome = await since(null)
  const keys = outcome.kind === 'ANSWERED' ? outcome.announcements.map(({ key }) => key) : []
  expect(new Set(keys).size).toBe(250)
  expect(keys).toHaveLength(250)
  expect(dataset.requests).toHaveLength(3)
})

test('Reading continues from the last day where the service stops paging', async () => {
  for (let i = 0; i < 10_150; i += 1) {
    const day = new Date(Date.UTC(1990, 0, 1 + i)).toISOString().slice(0, 10)
    dataset.notices.push({ id: `C${day.replaceAll('-', '')}1`, dateparution: day })
  }
  const outcome = await since(null)
  const keys = outcome.kind === 'ANSWERED' ? outcome.announcements.map(({ key }) => key) : []
  expect(new Set(keys).size).toBe(10_150)
  expect(keys).toHaveLength(10_150)
}, 180_000)

test('A record that only looks like the company is left out', async () => {
  dataset.notices.push(
    { id: 'B20261', dateparution: '2026-01-05', registre: [`X${siren}`] },
    { id: 'B20262', dateparution: '2026-01-05', registre: `${siren},999 990 120` },
  )
  expect(await since(null)).toMatchObject({ announcements: [{ key: 'B20262' }] })
  expect(await bodacc({ baseUrl: dataset.url }).since('1" OR "', null)).toMatchObject({ announcements: [] })
  expect(dataset.requests).toHaveLength(1)
})

const strikingOff = (radiationaurcs: object, members: object = {}) => ({
  familleavis: 'radiation',
  radiationaurcs: json(radiationaurcs),
  ...members,
})

test.each([
  [{ familleavis: 'creation' }, 'CREATION'],
  [{ familleavis: 'immatriculation' }, 'CREATION'],
  [{ familleavis: 'modification' }, 'CHANGES'],
  [{ familleavis: 'divers' }, 'CHANGES'],
  [{ familleavis: 'conciliation' }, 'CHANGES'],
  [strikingOff({ radiationPM: 'O' }), 'CESSATION'],
  [strikingOff({ commentaire: 'Transfert du siège hors ressort' }), 'CHANGES'],
  [{ familleavis: 'vente' }, 'TRANSFERT'],
  [{ familleavis: 'collective' }, 'COLLECTIVE_PROCEDURE'],
  [{ familleavis: 'retablissement_professionnel' }, 'COLLECTIVE_PROCEDURE'],
  [{ familleavis: 'dpc' }, 'ACCOUNTS'],
  [{ familleavis: 'inconnue' }, 'OTHER'],
  [{ familleavis: null }, 'OTHER'],
])('The announcement %o is of the kind %s', (members, kind) => {
  expect(read(members).kind).toBe(kind)
})

test('Every kind of announcement has its event or none', () => {
  expect(announcementEvents).toMatchObject({
    TRANSFERT: { name: 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT' },
    COLLECTIVE_PROCEDURE: { name: 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED' },
    ACCOUNTS: null,
  })
})

test.each([
  [strikingOff({ dateCessationActivitePP: '2026-01-27' }), '2026-01-27'],
  [strikingOff({ radiationPP: { dateCessationActivitePP: '27 janvier 2026' } }), '2026-01-27'],
  [strikingOff({ radiationPM: 'O' }), '2026-09-09'],
  [strikingOff({ dateCessationActivitePP: '5019-06-01' }), '2026-09-09'],
  [{ familleavis: 'collective', jugement: json({ date: '2026-12-24' }) }, '2026-09-09'],
  [{ acte: json({ dateEffet: '01/09/2026', dateImmatriculation: '2026-09-02' }) }, '2026-09-01'],
  [{ jugement: '{broken', acte: '[]' }, '2026-09-09'],
])('The announcement %o took effect on %s', (members, day) => {
  expect(read(members).effectiveOn).toBe(day)
})

test('Each side of a sale has its role', () => {
  const sale = {
    familleavis: 'vente',
    registre: [siren, seller],
    listepersonnes: json({ personne: [{ typePersonne: 'pm', ...person('999 990 120') }] }),
    listeprecedentproprietaire: json({
      personne: { inscriptionRM: { numeroIdentificationRM: '999 993 454' } },
    }),
  }
  expect(read(sale).role).toBe('BUYER')
  expect(read(sale, seller).role).toBe('SELLER')
  expect(read({ ...sale, listepersonnes: null }).role).toBe('SUBJECT')
})

const previous = { nomPublication: 'BODACC A', numeroParution: '20260172', numeroAnnonce: 1671 }

test.each([
  [{ typeavis: 'annulation', ...opening }, 'CANCELLATION', 'CANCELLATION'],
  [{ typeavis: 'rectificatif', ...opening }, 'CORRECTION', 'CORRECTION'],
  [
    { ...opening, jugement: json({ famille: 'Rétractation sur tierce opposition', nature: 'x' }) },
    'CANCELLATION',
    'CANCELLATION',
  ],
  [
    strikingOff({ commentaire: "Rapport de radiation d'office" }, { typeavis: 'rectificatif' }),
    'CANCELLATION',
    undefined,
  ],
])('The announcement %o is a %s of what it names', (members, notice, phase) => {
  const announcement = read({ ...members, id: 'A202601801', parutionavisprecedent: json(previous) })
  expect(announcement).toMatchObject({ notice, previousKey: 'A202601721671' })
  expect(announcement.procedure?.phase).toBe(phase)
})

test('A retraction that names nothing ends the procedure itself', () => {
  const members = { ...opening, jugement: json({ famille: 'Rétractation sur tierce opposition' }) }
  expect(read(members).procedure).toEqual({ phase: 'CANCELLATION', state: 'NONE' })
})

test('A year of announcements adds up to a status', async () => {
  const liquidation = {
    ...opening,
    jugement: json({ nature: 'Jugement de conversion en liquidation judiciaire', date: '2026-10-20' }),
  }
  dataset.notices.push(
    { id: 'A202601721671', dateparution: '2026-09-09', ...opening },
    { id: 'A202602001', dateparution: '2026-10-28', ...liquidation },
    { id: 'A202602102', dateparution: '2026-11-05', familleavis: 'collective', jugement: 'oops {' },
  )
  const outcome = await since(null)
  const announcements = outcome.kind === 'ANSWERED' ? outcome.announcements : []
  expect(statusFromAnnouncements(announcements, { now: new Date('2026-11-15T00:00:00Z') })).toEqual({
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: 'LIQUIDATION',
    statusSince: '2026-10-20',
  })
})

test.each(misbehaviours)('A dataset that is %s is UNAVAILABLE, never empty', async (behaviour) => {
  dataset.behave(behaviour)
  const outcome = await bodacc({ baseUrl: dataset.url, ...bounds(behaviour) }).since(siren, null)
  expect(outcome).toMatchObject({ kind: 'UNAVAILABLE', reason: expect.stringMatching(/^bodacc: ./) })
  if (behaviour === 'rate-limited') expect(outcome).toMatchObject({ retryAfterSeconds: 7 })
})
