import { addDays } from '../../../src/platform/kernel/index.ts'
import { watchAnnouncements } from '../../../src/domain/monitoring/index.ts'
import type { Announcement, AnnouncementProvider } from '../../../src/domain/references/index.ts'
import { readClock } from '../../../src/domain/sandbox/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'

export interface Notice {
  readonly number: number
  readonly kind: Announcement['kind']
  readonly procedure?: Announcement['procedure']
  readonly title: string
  readonly text: string
}

/** A gazette appears that nobody printed: its notices are read, kept and told of like any other's. */
export function publish(daysAgo: number, notices: readonly Notice[]): Act {
  return {
    daysAgo,
    prepare: async ({ db, scope }) => {
      const { now } = await db.read(scope, (tx) => readClock(tx, scope))
      const numbers = notices.map(({ number }) => number)
      const companies = await db.read(scope, (tx) => companiesOf(tx, scope, numbers))
      const printed = companies.flatMap((company) => {
        const siren = company.identifier.value.replaceAll(' ', '')
        return notices
          .filter(({ number }) => number === company.number)
          .map((notice) => announcement(notice, siren, now.slice(0, 10)))
      })
      await watchAnnouncements({ announcements: gazetteOf(printed) })(db, scope)
      return async () => {}
    },
  }
}

function announcement(notice: Notice, siren: string, today: string): Announcement {
  const { number, kind, procedure = null, title, text } = notice
  return {
    provider: 'specimen',
    key: `SPECIMEN-${kind}-${number}`,
    siren,
    publishedOn: today,
    kind,
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    effectiveOn: addDays(today, -6),
    procedure,
    title,
    text: `${text} (Spécimen : annonce inventée pour la démonstration.)`,
    court: 'Tribunal de commerce (spécimen)',
    url: null,
  }
}

function gazetteOf(printed: readonly Announcement[]): AnnouncementProvider {
  return {
    name: 'specimen',
    since: async (siren) => ({
      kind: 'ANSWERED',
      announcements: printed.filter((one) => one.siren === siren),
    }),
  }
}
