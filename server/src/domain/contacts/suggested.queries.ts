import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope, Theme } from '../../platform/kernel/index.ts'
import { erasedAddress } from './erase-contacts.ts'

export interface SuggestedContact {
  readonly contactId: number
  readonly thirdpartyId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: Language
  readonly themes: Theme[]
  readonly suggestedAt: string
  /** Empty for somebody who was forgotten since. */
  readonly suggestedBy: string
}

/** A condition: named by a contact, and neither put on the list nor dismissed since. */
export const isSuggestion = sql<boolean>`(suggested_by is not null and deleted_at is not null and end_reason is null)`

/** Whom contacts of this third party have named in their place, the latest first. */
export async function openSuggestions(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  thirdpartyId: number,
): Promise<SuggestedContact[]> {
  const { rows } = await sql<SuggestedContact>`
    select s.contact_id as "contactId", s.thirdparty_id as "thirdpartyId", s.email, s.first_name as "firstName",
      s.last_name as "lastName", s.language, s.themes, wire_time(s.created_at) as "suggestedAt",
      coalesce(nullif(concat_ws(' ', b.first_name, b.last_name), ''), nullif(b.email, ${erasedAddress}), '')
        as "suggestedBy"
    from (select * from contact where account_id = ${scope.accountId} and thirdparty_id = ${thirdpartyId}
      and ${isSuggestion}) s
    join contact b on b.account_id = s.account_id and b.contact_id = s.suggested_by
    order by s.contact_id desc`.execute(tx)
  return rows
}
