import type { Config } from './config.ts'
import { references, type References } from './domain/references/index.ts'
import { openAnnouncements } from './open-announcements.ts'
import { openFrench } from './open-french.ts'
import { openInternational } from './open-international.ts'
import type { Db } from './platform/db/index.ts'

/** The registers this installation asks, by configuration; the bundled ones need nobody. */
export function openReferences(config: Config, db: Db): References {
  const registers = [...openFrench(config.french, db), ...openInternational(config.international, db)]
  return references(registers, openAnnouncements(config.announcements, db))
}
