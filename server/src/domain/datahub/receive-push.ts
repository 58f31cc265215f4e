import { sql } from 'kysely'
import { requireUsable, type Db, type Tx } from '../../platform/db/index.ts'
import { AppError, type Clock, type Scope, wholeAccount } from '../../platform/kernel/index.ts'
import { deliverRecords } from './deliver-records.ts'
import { recordsIn } from './mapping.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import { getProvider, type StoredProvider } from './providers.queries.ts'
import type { Provider } from './providers.ts'
import { isSigned, type SignedMessage } from './push-signature.ts'
import { countOutcomes } from './receive-file.ts'

const maxRecords = 1_000
const keptDays = 30

export interface PushReport {
  records: number
  changed: number
  unchanged: number
  /** Unknown here, not followed, or older than what is known. */
  ignored: number
  /** Not understood. */
  rejected: number
}

interface PushDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: ProviderSecrets
}

/** Takes in what a provider sends by itself; the same message again is answered as it was the first time. */
export async function receivePush(
  { db, clock, secrets }: PushDeps,
  { accountId, provider }: { accountId: number; provider: Provider },
  message: SignedMessage,
): Promise<PushReport & { replayed: boolean }> {
  const stored = await db.read(wholeAccount(accountId), (tx) => getProvider(tx, { accountId }, provider))
  const known = activeSecrets(stored, { accountId, secrets, now: clock.now() })
  if (stored.kind === 'FILE' || !isSigned(message, known, clock.now()))
    throw new AppError('DATAHUB_PUSH_REFUSED')
  await db.read(wholeAccount(accountId), (tx) => requireUsable(tx, accountId))
  const records = recordsIn(parsePushBody(message.body), stored.mapping)
  if (records.length > maxRecords) throw new AppError('IMPORT_TOO_MANY_ROWS', { max: maxRecords })
  const scope: Scope = { ...wholeAccount(accountId), actor: { type: 'PROVIDER', id: null, name: provider } }
  return db.write(scope, async (tx) => {
    const before = await claim(tx, scope, provider, message.id)
    if (before) return { ...before, replayed: true }
    // Read again: values are judged by the settings this transaction sees.
    const settings = await getProvider(tx, scope, provider)
    const report = await deliver(tx, scope, settings, records)
    await sql`update datahub_push set outcome = ${JSON.stringify(report)}::jsonb
      where account_id = ${accountId} and provider = ${provider} and message_id = ${message.id}`.execute(tx)
    return { ...report, replayed: false }
  })
}

function activeSecrets(
  { provider, sealedPushSecret, sealedPreviousSecret, previousSecretUntil }: StoredProvider,
  { accountId, secrets, now }: { accountId: number; secrets: ProviderSecrets; now: Date },
): string[] {
  const previous = previousSecretUntil && previousSecretUntil > now ? sealedPreviousSecret : null
  return [sealedPushSecret, previous].flatMap((sealed) => {
    const secret = sealed && secrets.openPush({ accountId, provider }, sealed)
    return secret === null ? [] : [secret]
  })
}

function parsePushBody(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new AppError('JSON_MALFORMED')
  }
}

/** Null for a message not seen yet; who sends the same at once waits here for the first to end. */
async function claim(
  tx: Tx,
  { accountId }: Scope,
  provider: Provider,
  messageId: string,
): Promise<PushReport | null> {
  const { rows: taken } = await sql`
    insert into datahub_push (account_id, provider, message_id, received_at, outcome)
    values (${accountId}, ${provider}, ${messageId}, now(), '{}') on conflict do nothing
    returning message_id`.execute(tx)
  if (taken.length > 0) return null
  const { rows } = await sql<{ outcome: PushReport }>`
    select outcome from datahub_push
    where account_id = ${accountId} and provider = ${provider} and message_id = ${messageId}`.execute(tx)
  return rows[0]?.outcome ?? null
}

async function deliver(
  tx: Tx,
  scope: Scope,
  settings: StoredProvider,
  records: readonly unknown[],
): Promise<PushReport> {
  const delivery = { settings, mapping: settings.mapping, source: 'PUSH' as const, records }
  const counts = countOutcomes(await deliverRecords(tx, scope, delivery))
  const { changed, unchanged, older, notMonitored, unknownCompanies } = counts
  const ignored = older + notMonitored + unknownCompanies
  const rejected = records.length - changed - unchanged - ignored
  return { records: records.length, changed, unchanged, ignored, rejected }
}

/** Long after its time stamp would be refused, and after any provider has given up. */
export async function forgetOldPushes(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`delete from datahub_push
    where account_id = ${accountId} and received_at < now() - make_interval(days => ${keptDays})`.execute(tx)
}
