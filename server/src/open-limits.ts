import { hkdfSync } from 'node:crypto'
import type { Db } from './platform/db/index.ts'
import { countInDatabase, SharedLimits, SharedPlaces } from './platform/limits/index.ts'

/** What a register allows the installation to ask; its name is all the key there is. */
export function openRegisterLimits(db: Db): SharedLimits {
  return new SharedLimits({ together: countInDatabase(db) })
}

export type Limits = ReturnType<typeof openLimits>

/** What is counted for all processes together; the keys of its tables are digests, so that they name nobody. */
export function openLimits({ db, secretKey }: { db: Db; secretKey: Uint8Array }) {
  const secret = new Uint8Array(hkdfSync('sha256', secretKey, '', 'vigie limits', 32))
  const limits = new SharedLimits({ together: countInDatabase(db), secret })
  const places = new SharedPlaces({ db, secret })
  return {
    limits,
    places,
    /** What this process held is free for the others then, and what it used is counted. */
    stop: async (): Promise<void> => {
      await Promise.all([limits.stop(), places.stop()])
    },
  }
}
