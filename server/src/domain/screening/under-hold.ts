import { sql, type RawBuilder } from 'kysely'

/** Whether a dossier of this row's company is under legal hold: then nothing of its screening goes. */
export function isHeld(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from dossier d where d.account_id = ${row}.account_id and d.thirdparty_id = ${row}.thirdparty_id
      and d.legal_hold_since is not null)`
}
