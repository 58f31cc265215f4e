import type { Db } from '../../../platform/db/index.ts'
import { wholeAccount, formatDate } from '../../../platform/kernel/index.ts'
import type { Announcement, AnnouncementProvider } from '../announcements/index.ts'
import { isImported } from './register.queries.ts'

const nobody = wholeAccount(0)
const lateDays = 7

/** BODACC as vigie import-register brought it in. */
export function createImportedAnnouncements(db: Db): AnnouncementProvider {
  return {
    name: 'imported-bodacc',
    since: (siren, after) =>
      db.read(nobody, async (tx) => {
        if (!(await isImported(tx, 'bodacc'))) {
          const reason = 'no BODACC file has been imported to its end (vigie import-register)'
          return { kind: 'UNAVAILABLE', reason, retryAfterSeconds: null }
        }
        let query = tx.selectFrom('legal_announcement').select('announcement').where('siren', '=', siren)
        if (after !== null) {
          const from = formatDate(new Date(after.getTime() - lateDays * 86_400_000))
          query = query.where('published_on', '>=', from)
        }
        const rows = await query.orderBy('published_on').orderBy('announcement_key').execute()
        return {
          kind: 'ANSWERED',
          announcements: rows.map((row) => row.announcement as unknown as Announcement),
        }
      }),
  }
}
