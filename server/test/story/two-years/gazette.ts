import type { Announcement, AnnouncementProvider } from '../../../src/domain/references/index.ts'
import { dayAfter, type Day } from './days.ts'
import type { GivenCompany, Notice } from './facts.ts'

type Printed = Omit<Notice, 'on'> & { readonly after: number }

const judged = (key: string, after: number, state: NonNullable<Notice['state']>): Printed => ({
  key,
  after,
  kind: 'COLLECTIVE_PROCEDURE',
  state,
})
const printed = (key: string, after: number, kind: Notice['kind'], more: Partial<Printed> = {}): Printed => ({
  key,
  after,
  kind,
  ...more,
})

/** What happens to some companies, in days from the first. */
const stories: readonly (readonly Printed[])[] = [
  // From bad to worse, to the end.
  [judged('A1', 40, 'REDRESSEMENT'), judged('A2', 200, 'LIQUIDATION'), printed('A3', 400, 'CESSATION')],
  [
    judged('B1', 60, 'SAUVEGARDE'),
    printed('B2', 75, 'COLLECTIVE_PROCEDURE', { cancels: 'B1' }),
    printed('B3', 500, 'CHANGES'),
  ],
  [judged('C1', 90, 'LIQUIDATION'), { ...judged('C2', 100, 'REDRESSEMENT'), corrects: 'C1' }],
  [judged('D1', 120, 'REDRESSEMENT'), judged('D2', 130, 'REDRESSEMENT'), judged('D3', 300, 'NONE')],
  [printed('E1', 150, 'CESSATION'), printed('E2', 190, 'CESSATION', { cancels: 'E1' })],
  [printed('F1', 33, 'CHANGES'), printed('F2', 44, 'CREATION'), printed('F3', 55, 'TRANSFERT')],
  // Struck off, entered anew.
  [printed('G1', 250, 'CESSATION'), printed('G2', 280, 'CREATION')],
  // Before the account knew the company: nobody is told, but it counts.
  [judged('H1', -30, 'SAUVEGARDE'), judged('H2', 610, 'NONE')],
  // Struck off when its dossiers end: nothing follows them, until it turns out to be a mistake.
  [printed('I1', 170, 'CESSATION'), printed('I2', 260, 'CESSATION', { cancels: 'I1' })],
]
/** A person trading alone who ends one trade has not ended. */
const ofSoleTrader: readonly Printed[] = [printed('S1', 160, 'CESSATION'), judged('S2', 350, 'LIQUIDATION')]

export function giveNotices(companies: readonly GivenCompany[], firstDay: Day): GivenCompany[] {
  const sound = companies.filter(({ siren, registered }) => siren !== null && registered.status === 'ACTIVE')
  const traders = sound.filter(({ soleTrader }) => soleTrader)
  const others = sound.filter(({ soleTrader }) => !soleTrader)
  const plan = new Map<GivenCompany, readonly Printed[]>()
  // Where there are many, every other one and each story twice, so that they meet every kind of diligence.
  const step = others.length < stories.length * 4 ? 1 : 2
  for (const [nth, story] of [...stories, ...stories].entries()) {
    const company = others[nth * step]
    if (company) plan.set(company, story)
  }
  for (const trader of traders) plan.set(trader, ofSoleTrader)
  return companies.map((company) => ({
    ...company,
    notices: (plan.get(company) ?? []).map(({ after, ...notice }) => ({
      ...notice,
      on: dayAfter(firstDay, after),
    })),
  }))
}

/** Appears every day, with what was printed up to the day after the one it was last read on. */
export function gazetteOf(companies: () => readonly GivenCompany[], firstDay: Day): AnnouncementProvider {
  const name = 'toy gazette'
  return {
    name,
    since: async (siren, after) => {
      const until = after === null ? firstDay : dayAfter(after.toISOString().slice(0, 10), 1)
      // Some days further back, as the real one: known ones come again.
      const from = after === null ? '' : dayAfter(until, -7)
      const notices = companies().find((company) => company.siren === siren)?.notices ?? []
      const announcements = notices
        .filter(({ on }) => on <= until && on >= from)
        .map((notice) => announcementOf(notice, siren, name))
      return { kind: 'ANSWERED', announcements }
    },
  }
}

function announcementOf(notice: Notice, siren: string, provider: string): Announcement {
  const { key, on, kind, state = null, cancels, corrects } = notice
  const words = cancels ? 'CANCELLATION' : corrects ? 'CORRECTION' : 'INITIAL'
  const phase = words === 'INITIAL' ? (state === 'NONE' ? 'CLOSING' : 'OPENING') : words
  return {
    provider,
    key: `${siren}-${key}`,
    siren,
    publishedOn: on,
    effectiveOn: on,
    kind,
    notice: words,
    previousKey: cancels || corrects ? `${siren}-${cancels ?? corrects}` : null,
    role: 'SUBJECT',
    procedure: kind === 'COLLECTIVE_PROCEDURE' ? { phase, state } : null,
    title: null,
    text: null,
    court: null,
    url: null,
  }
}
