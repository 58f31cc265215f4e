import type { AnnouncementsConfig } from './config-registers.ts'
import { bodacc, createImportedAnnouncements, type AnnouncementProvider } from './domain/references/index.ts'
import { openRegisterLimits } from './open-limits.ts'
import type { Db } from './platform/db/index.ts'

/** Who is asked for legal announcements of French companies, by configuration; null when nobody is. */
export function openAnnouncements({ source, url }: AnnouncementsConfig, db: Db): AnnouncementProvider | null {
  if (source === 'none') return null
  if (source === 'imported') return createImportedAnnouncements(db)
  return bodacc({ limits: openRegisterLimits(db), ...(url !== null && { baseUrl: url }) })
}
