import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { defaultRhythm, isTimeZone, type Rhythm } from './next-slot.ts'
import { replanMailings } from './plan-mailings.ts'
import {
  listSubscriptions,
  replaceSubscriptions,
  type SubscriptionBody,
  type SubscriptionRecord,
} from './subscriptions.ts'

export interface PersonSettings extends Rhythm {
  /** Whether the subscriptions that everybody begins with count. */
  readonly defaults: boolean
  /** False once they unsubscribed. */
  readonly mails: boolean
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly version: number
}

export async function getPersonSettings(tx: ReadTx, scope: Scope, userId: number): Promise<PersonSettings> {
  const row = await tx
    .selectFrom('alert_person')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const subscriptions = await listSubscriptions(tx, scope, { userId, teamId: null })
  if (!row) return { ...defaultRhythm, defaults: true, mails: true, subscriptions, version: 0 }
  const { quiet_from: from, quiet_until: until } = row
  return {
    timeZone: row.time_zone,
    digestHour: row.digest_hour,
    digestWeekday: row.digest_weekday,
    quiet: from === null || until === null ? null : { from, until },
    defaults: row.defaults,
    mails: row.mails,
    subscriptions,
    version: row.version,
  }
}

export interface NewSettings extends Omit<PersonSettings, 'version' | 'subscriptions'> {
  readonly subscriptions: readonly SubscriptionBody[]
}

/** A person's own: nobody else reads or writes them. What waits is due by the new hours. */
export async function putPersonSettings(
  tx: Tx,
  scope: Scope,
  { userId, checkVersion }: { readonly userId: number; readonly checkVersion: (version: number) => void },
  settings: NewSettings,
): Promise<PersonSettings> {
  const { accountId } = scope
  if (!isTimeZone(settings.timeZone))
    throw new AppError('ALERT_TIME_ZONE_UNKNOWN', { timeZone: settings.timeZone })
  await lockMember(tx, scope, userId)
  const { version } = await getPersonSettings(tx, scope, userId)
  checkVersion(version)
  const columns = {
    time_zone: settings.timeZone,
    digest_hour: settings.digestHour,
    digest_weekday: settings.digestWeekday,
    quiet_from: settings.quiet?.from ?? null,
    quiet_until: settings.quiet?.until ?? null,
    defaults: settings.defaults,
    mails: settings.mails,
    version: version + 1,
  }
  await tx
    .insertInto('alert_person')
    .values({ account_id: accountId, user_id: userId, ...columns })
    .onConflict((known) => known.columns(['account_id', 'user_id']).doUpdateSet(columns))
    .execute()
  await replaceSubscriptions(tx, scope, { userId, teamId: null }, settings.subscriptions)
  await replanMailings(tx, scope, userId)
  return getPersonSettings(tx, scope, userId)
}

/** Settings that may have no row yet are held by the membership; who is none has nothing to set. */
async function lockMember(tx: Tx, { accountId }: Scope, userId: number): Promise<void> {
  const member = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('PEOPLE_ONLY')
}
