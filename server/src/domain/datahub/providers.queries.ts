import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { defaultMapping, type Mapping } from './mapping.ts'
import { providers, type Provider } from './providers.ts'
import type { Scale } from './scale.ts'
import { shippedSettings, type HttpRequest, type ProviderKind, type ProviderSettings } from './settings.ts'

export interface StoredProvider extends ProviderSettings {
  readonly provider: Provider
  readonly authHeader: string | null
  readonly sealedAuth: Buffer | null
  readonly sealedPushSecret: Buffer | null
  readonly sealedPreviousSecret: Buffer | null
  readonly previousSecretUntil: Date | null
  /** 0 as shipped. */
  readonly version: number
  readonly updatedAt: Date | null
}

type Account = Pick<Scope, 'accountId'>

const settingsOf = (tx: ReadTx, { accountId }: Account) =>
  tx.selectFrom('datahub_provider').selectAll().where('account_id', '=', accountId)

type Row = Awaited<ReturnType<ReturnType<typeof settingsOf>['execute']>>[number]

/** All seven: as the account set them, or as shipped. */
export async function listProviders(tx: ReadTx, scope: Account): Promise<StoredProvider[]> {
  const rows = await settingsOf(tx, scope).execute()
  return providers.map((provider) =>
    providerOf(
      provider,
      rows.find((row) => row.provider === provider),
    ),
  )
}

export async function getProvider(tx: ReadTx, scope: Account, provider: Provider): Promise<StoredProvider> {
  const row = await settingsOf(tx, scope).where('provider', '=', provider).executeTakeFirst()
  return providerOf(provider, row)
}

/** Locked for the rest of the transaction, if there is a row to lock. */
export async function lockProvider(tx: ReadTx, scope: Account, provider: Provider): Promise<StoredProvider> {
  const row = await settingsOf(tx, scope).where('provider', '=', provider).forUpdate().executeTakeFirst()
  return providerOf(provider, row)
}

function providerOf(provider: Provider, row: Row | undefined): StoredProvider {
  return {
    provider,
    ...shippedSettings[provider],
    ...(row && {
      kind: row.kind as ProviderKind,
      label: row.label,
      scale: row.scale as unknown as Scale,
      // A name that is younger than the row stands where our own words would.
      mapping: { ...defaultMapping, ...(row.mapping as unknown as Mapping) },
      http: row.http as unknown as HttpRequest | null,
      pollHours: row.poll_hours,
      staleAfterDays: row.stale_after_days,
    }),
    authHeader: row?.auth_header ?? null,
    sealedAuth: row?.sealed_auth ?? null,
    sealedPushSecret: row?.sealed_push_secret ?? null,
    sealedPreviousSecret: row?.sealed_previous_secret ?? null,
    previousSecretUntil: row?.previous_secret_until ?? null,
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
  }
}
