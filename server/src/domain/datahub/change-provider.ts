import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { recordAdministration, recordSetting } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { isAllowedUrl, templateFault } from './check-request.ts'
import { enqueueAnswers } from './enqueue-answers.ts'
import { defaultMapping } from './mapping.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import { getProvider, lockProvider, type StoredProvider } from './providers.queries.ts'
import type { Provider } from './providers.ts'
import type { ProviderBody } from './provider.schema.ts'
import { scaleFault, type Scale } from './scale.ts'
import type { HttpRequest, ProviderSettings } from './settings.ts'

const rotationHours = 24

interface Command {
  readonly provider: Provider
  readonly secrets: ProviderSecrets
  /** Throws when the caller saw another version. */
  readonly guard: (present: StoredProvider) => void
}

export async function changeProvider(
  tx: Tx,
  scope: Scope,
  command: Command & { body: ProviderBody; allowedOrigins: readonly string[] },
): Promise<StoredProvider> {
  const { provider, body } = command
  const settings = checkSettings(body, command.allowedOrigins)
  const before = await lockProvider(tx, scope, provider)
  command.guard(before)
  await storeScale(tx, scope, provider, before.scale)
  await storeScale(tx, scope, provider, settings.scale)
  const auth = authOf(scope, command, before, settings.http)
  const columns = {
    kind: settings.kind,
    label: settings.label,
    scale: JSON.stringify(settings.scale),
    mapping: JSON.stringify(settings.mapping),
    http: settings.http && JSON.stringify(settings.http),
    poll_hours: settings.pollHours,
    stale_after_days: settings.staleAfterDays,
    auth_header: auth?.header ?? null,
    sealed_auth: auth?.sealed ?? null,
    updated_at: sql<Date>`account_now(${scope.accountId})`,
  }
  await tx
    .insertInto('datahub_provider')
    .values({ account_id: scope.accountId, provider, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'provider'])
        .doUpdateSet({ ...columns, version: sql<number>`datahub_provider.version + 1` }),
    )
    .execute()
  await replan(tx, scope, provider, settings)
  await enqueueAnswers(tx, scope, provider, null)
  const after = await getProvider(tx, scope, provider)
  recordSetting(tx, scope, {
    setting: 'datahub-provider',
    of: { provider },
    before: journaledSettings(before),
    after: { ...journaledSettings(after), ...(body.auth && { authValue: 'replaced' }) },
  })
  return after
}

/** Whether there is a secret, never what it is. */
function journaledSettings({ kind, label, scale, mapping, http, pollHours, ...rest }: StoredProvider) {
  const { staleAfterDays, authHeader } = rest
  return { kind, label, scale, mapping, http, pollHours, staleAfterDays, authHeader }
}

function checkSettings(body: ProviderBody, allowedOrigins: readonly string[]): ProviderSettings {
  const { kind, label, scale, http = null, pollHours = 24, staleAfterDays } = body
  const fault = scaleFault(scale)
  if (fault !== null) throw new AppError('DATAHUB_SCALE_INVALID', { fault })
  const httpSettings = kind === 'HTTP' ? http : null
  if (kind === 'HTTP' && httpSettings === null)
    throw new AppError('DATAHUB_REQUEST_INVALID', { fault: '`http` is missing' })
  if (httpSettings) checkRequest(httpSettings, allowedOrigins)
  const mapping = { ...defaultMapping, ...body.mapping }
  return { kind, label, scale, mapping, http: httpSettings, pollHours, staleAfterDays }
}

function checkRequest(request: HttpRequest, allowedOrigins: readonly string[]): void {
  if (!isAllowedUrl(request.baseUrl, allowedOrigins)) throw new AppError('DATAHUB_URL_REFUSED')
  const fault = templateFault(request)
  if (fault !== null) throw new AppError('DATAHUB_REQUEST_INVALID', { fault })
}

/** A scale that values may rest on keeps its figures. */
async function storeScale(tx: Tx, { accountId }: Scope, provider: Provider, scale: Scale): Promise<void> {
  const names = { scale_id: scale.id, scale_version: scale.version }
  await tx
    .insertInto('datahub_scale')
    .values({ account_id: accountId, provider, ...names, definition: JSON.stringify(scale) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await tx
    .selectFrom('datahub_scale')
    .select('definition')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('scale_id', '=', scale.id)
    .where('scale_version', '=', scale.version)
    .executeTakeFirstOrThrow()
  if (isDeepStrictEqual(stored.definition, JSON.parse(JSON.stringify(scale)))) return
  throw new AppError('DATAHUB_SCALE_KEPT', { scaleId: scale.id, version: scale.version })
}

/** What was sealed for one host is not sent to another. */
function authOf(
  { accountId }: Scope,
  { provider, body, secrets }: Command & { body: ProviderBody },
  before: StoredProvider,
  http: HttpRequest | null,
): { header: string; sealed: Buffer } | null {
  if (http === null || body.auth === null) return null
  const { origin } = new URL(http.baseUrl)
  if (body.auth) {
    const sealed = secrets.closeAuth({ accountId, provider, origin }, body.auth.value)
    return { header: body.auth.header, sealed }
  }
  const isSameHost = before.http !== null && new URL(before.http.baseUrl).origin === origin
  if (!isSameHost || before.authHeader === null || before.sealedAuth === null) return null
  return { header: before.authHeader, sealed: before.sealedAuth }
}

/** Those who follow it are asked for at once, or no longer; and its values last as long as is now said. */
async function replan(
  tx: Tx,
  { accountId }: Scope,
  provider: Provider,
  { kind, staleAfterDays }: ProviderSettings,
): Promise<void> {
  await sql`
    update datahub_monitoring set stale_at = confirmed_at + make_interval(days => ${staleAfterDays}::int),
      due_at = case when ${kind} = 'HTTP' or (${kind} = 'FILE' and provider = 'DOCCHECK')
        then coalesce(due_at, account_now(${accountId})) end
    where account_id = ${accountId} and provider = ${provider} and active`.execute(tx)
}

/** A secret in the form Standard Webhooks gives it; for a day the one before it holds too. */
export async function rotatePushSecret(
  tx: Tx,
  scope: Scope,
  { provider, secrets, guard }: Command,
): Promise<{ stored: StoredProvider; secret: string }> {
  const { accountId } = scope
  const before = await lockProvider(tx, scope, provider)
  guard(before)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = secrets.closePush({ accountId, provider }, secret)
  await sql`
    insert into datahub_provider as p (account_id, provider, kind, label, scale, mapping, http, poll_hours,
      stale_after_days, sealed_push_secret, updated_at)
    select ${accountId}, ${provider}, ${before.kind}, ${before.label}, ${JSON.stringify(before.scale)}::jsonb,
      ${JSON.stringify(before.mapping)}::jsonb, ${before.http && JSON.stringify(before.http)}::jsonb,
      ${before.pollHours}, ${before.staleAfterDays}, ${sealed}::bytea, moment
    from account_now(${accountId}) moment
    on conflict (account_id, provider) do update set sealed_push_secret = excluded.sealed_push_secret,
      sealed_previous_secret = p.sealed_push_secret, version = p.version + 1, updated_at = excluded.updated_at,
      previous_secret_until = case when p.sealed_push_secret is not null
        then now() + make_interval(hours => ${rotationHours}) end`.execute(tx)
  await storeScale(tx, scope, provider, before.scale)
  await enqueueAnswers(tx, scope, provider, null)
  recordAdministration(tx, scope, {
    name: 'PROVIDER_SECRET_ROTATED',
    subject: { type: 'ACCOUNT', id: accountId },
    before: { provider, hadSecret: before.sealedPushSecret !== null },
    after: { provider, formerSecretHours: before.sealedPushSecret === null ? 0 : rotationHours },
  })
  return { stored: await getProvider(tx, scope, provider), secret }
}
