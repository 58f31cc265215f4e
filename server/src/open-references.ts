import type { Config } from './config.ts'
import {
  references,
  type ReferenceProvider,
  type References,
  type SearchableProvider,
} from './domain/references/index.ts'
import { openAnnouncements } from './open-announcements.ts'
import { openFrench } from './open-french.ts'
import { openInternational } from './open-international.ts'
import { currentQuarantine, type Db } from './platform/db/index.ts'

/** The registers this installation asks, by configuration; the bundled ones need nobody. */
export function openReferences(config: Config, db: Db): References {
  const registers = [...openFrench(config.french, db), ...openInternational(config.international, db)]
  const asked = registers.map((register) => quietInQuarantine(register, db))
  return references(asked, openAnnouncements(config.announcements, db))
}

const silent = { kind: 'UNAVAILABLE', reason: 'the installation is in quarantine' } as const

/** A copy asks nobody across the network: the quota it would use up is that of the installation it was taken from. */
function quietInQuarantine<P extends ReferenceProvider>(register: P, db: Db): P {
  // Registers that are here answer for many at once.
  if (register.findMany) return register
  const isSilent = async () => (await currentQuarantine(db)) !== null
  const find: P['find'] = async (...asked) => ((await isSilent()) ? silent : register.find(...asked))
  if (!('search' in register)) return { ...register, find }
  const searchable = register as unknown as SearchableProvider
  const quietSearch: SearchableProvider['search'] = async (...asked) =>
    (await isSilent()) ? { ...silent, retryAfterSeconds: null } : searchable.search(...asked)
  return { ...register, find, search: quietSearch }
}
