import { setTimeout as delay } from 'node:timers/promises'
import type { Stage } from './stage.ts'

export interface EffectCounts {
  readonly expected: number
  readonly arrived: number
  readonly repeated: number
  /** Given up after two attempts that nobody saw the end of, rather than sent a third time. */
  readonly doubtful: number
}

export interface EffectsOfRun {
  readonly mails: EffectCounts
  readonly webhooks: EffectCounts
}

interface Owed {
  readonly mails: number
  readonly doubtfulMails: number
  readonly hooks: number
  readonly behind: number
  readonly doubtfulHooks: number
}

const owedSql = `
  select (select count(*)::int from vigie.mail) as mails,
    (select count(*)::int from vigie.mail where status = 'FAILED' and last_error = 'PERHAPS_SENT') as "doubtfulMails",
    (select count(*)::int from vigie.webhook_delivery where account_id = $1) as hooks,
    (select count(*)::int from vigie.event e, vigie.webhook_endpoint w
     where e.account_id = $1 and w.account_id = $1 and e.seq > w.cursor_seq) as behind,
    (select count(*)::int from vigie.webhook_delivery
     where account_id = $1 and state = 'DEAD' and last_error = 'PERHAPS_DELIVERED') as "doubtfulHooks"`

/** Waits until every mail and webhook that was owed has come, or patience ends. */
export async function awaitEffects(
  stage: Stage,
  patienceMs: number,
  tell: (line: string) => void,
): Promise<EffectsOfRun> {
  const end = performance.now() + patienceMs
  for (;;) {
    const effects = await countEffects(stage)
    if (Object.values(effects).every(isComplete)) return effects
    if (performance.now() > end) {
      for (const line of await describeWaiting(stage)) tell(line)
      return effects
    }
    await delay(500)
  }
}

/** What is doubtful may have arrived as well: only what is in neither is lost. */
export const isComplete = ({ expected, arrived, doubtful }: EffectCounts) => arrived + doubtful >= expected

async function countEffects(stage: Stage): Promise<EffectsOfRun> {
  const [owed] = await stage.postgres.ask<Owed>(owedSql, [stage.accounts[0]?.accountId ?? 0])
  if (owed === undefined) throw new Error('The database counts nothing.')
  return {
    mails: {
      expected: owed.mails,
      arrived: stage.mails.effects.count,
      repeated: stage.mails.effects.repeated,
      doubtful: owed.doubtfulMails,
    },
    webhooks: {
      expected: owed.hooks + owed.behind,
      arrived: stage.hooks.effects.count,
      repeated: stage.hooks.effects.repeated,
      doubtful: owed.doubtfulHooks,
    },
  }
}

/** For whoever asks why: mails and messages that did not go, and the jobs there are. */
async function describeWaiting({ postgres }: Stage): Promise<string[]> {
  const rows = await postgres.ask<{ line: string }>(
    `(select format('mail %s: %s, %s', mail_id, status, last_error) as line from vigie.mail
      where status <> 'SENT' limit 5)
     union all (select format('message %s: %s, %s tries, next at %s, %s', delivery_id, state, tries, next_attempt_at,
         last_error) from vigie.webhook_delivery where state <> 'DELIVERED' limit 5)
     union all (select format('job %s %s: %s attempts, at %s, locked by %s since %s, %s', j.id, t.identifier, j.attempts,
         j.run_at, j.locked_by, j.locked_at, left(j.last_error, 100))
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id limit 10)`,
    [],
  )
  return rows.map(({ line }) => line)
}
