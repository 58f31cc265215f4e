import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { KeyChange, Resealing } from '../accounts/index.ts'
import { createProviderSecrets } from './provider-secrets.ts'
import type { Provider } from './providers.ts'

interface SealedRow {
  provider: Provider
  baseUrl: string | null
  auth: Buffer | null
  push: Buffer | null
  previous: Buffer | null
}

/** What an account shows to its providers of data and they show to it, under another secret key. */
export async function resealProviders(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  { from, to }: KeyChange,
): Promise<Resealing> {
  const [former, present] = [createProviderSecrets(from), createProviderSecrets(to)]
  const { rows } = await sql<SealedRow>`
    select provider, http ->> 'baseUrl' as "baseUrl", sealed_auth as auth, sealed_push_secret as push,
      sealed_previous_secret as previous
    from datahub_provider where account_id = ${accountId} for update`.execute(tx)
  const count = { resealed: 0, unreadable: 0 }
  for (const { provider, baseUrl, auth, push, previous } of rows) {
    const place = { accountId, provider, origin: baseUrl === null ? '' : new URL(baseUrl).origin }
    /** Stays as it is when the former key does not open it either. */
    const renew = (sealed: Buffer | null, plain: string | null, close: (plain: string) => Buffer) => {
      if (sealed === null) return null
      count[plain === null ? 'unreadable' : 'resealed'] += 1
      return plain === null ? sealed : close(plain)
    }
    const closePush = (plain: string) => present.closePush(place, plain)
    const newAuth = renew(auth, auth && former.openAuth(place, auth), (it) => present.closeAuth(place, it))
    const newPush = renew(push, push && former.openPush(place, push), closePush)
    const newPrevious = renew(previous, previous && former.openPush(place, previous), closePush)
    await sql`update datahub_provider set sealed_auth = ${newAuth}, sealed_push_secret = ${newPush},
        sealed_previous_secret = ${newPrevious}
      where account_id = ${accountId} and provider = ${provider}`.execute(tx)
  }
  return count
}
