import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'

export interface Named {
  readonly addresses: readonly string[]
  /** Those who asked: whatever they were answered. */
  readonly principals: readonly string[]
  /** Members of answers, each with the ids that stand for the erased. */
  readonly ids: Readonly<Record<string, readonly number[]>>
}

/**
 * Blanks the answers kept for repeated requests where they speak of somebody who was erased. The keys stay taken:
 * a repeated request must not bring the person back.
 */
export async function eraseAnswers(
  tx: Tx,
  scope: Scope,
  { addresses, principals, ids }: Named,
): Promise<void> {
  const members = Object.entries(ids)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `"${name}":(${values.join('|')})[,}]`)
  await sql`
    update idempotency_key set body = '{}' where account_id = ${scope.accountId} and body not in ('', '{}')
      and (principal = any(${[...principals]}::text[]) or body ~ any(${members}::text[])
        or exists (select from unnest(${[...addresses]}::text[]) address
          where strpos(lower(body), address) > 0))`.execute(tx)
}
