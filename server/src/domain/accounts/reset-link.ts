import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { secretLink, type SecretLink } from '../../platform/mail/index.ts'
import { randomToken, sha256 } from './secrets.ts'

const resetLinkMinutes = 60

/** A link that lets one person, as they are now, choose a new password once. */
export async function createResetLink(
  tx: Tx,
  publicUrl: string,
  person: { userId: number; version: number; provesAddress: boolean },
): Promise<SecretLink> {
  const token = randomToken('vgp_')
  await tx
    .insertInto('person_link')
    .values({
      link_hash: sha256(token),
      user_id: person.userId,
      token_version: person.version,
      proves_address: person.provesAddress,
      expires_at: sql<Date>`now() + make_interval(mins => ${resetLinkMinutes})`,
    })
    .execute()
  // In the fragment, which browsers keep out of requests, hence out of logs.
  return secretLink(`${publicUrl}/app/set-password#token=`, token)
}
