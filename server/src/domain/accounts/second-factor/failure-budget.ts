import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/kernel/index.ts'

// Only who knows the password gets as far as a code, so nobody else can spend this. Ten wrong codes at once, then ten an
// hour: whoever guesses at three codes in a million needs years. Passkeys cannot be guessed and are not held up by it.
const burst = 10
const refillMs = 6 * 60_000

/** Counts a code as wrong before it is looked at, so that many at once cannot slip through. 0, or seconds to wait. */
export async function takeCodeTry(tx: Tx, clock: Clock, userId: number): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ failures: number }>`
    insert into factor_failures as f (user_id, failures, counted_at) values (${userId}, 1, ${now})
    on conflict (user_id) do update set counted_at = ${now}, failures = 1 + greatest(0, f.failures
      - greatest(0, extract(epoch from ${now}::timestamptz - f.counted_at)) * 1000 / ${refillMs})
    returning failures`.execute(tx)
  const over = (rows[0]?.failures ?? 0) - burst
  if (over <= 0) return 0
  await refundCodeTry(tx, userId)
  return Math.max(1, Math.ceil((over * refillMs) / 1000))
}

/** After a right code, and for a try that was not let through. */
export async function refundCodeTry(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('factor_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('user_id', '=', userId)
    .execute()
}
