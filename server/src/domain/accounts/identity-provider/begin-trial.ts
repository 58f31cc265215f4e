import { randomUUID } from 'node:crypto'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { formatDateTime, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { fetchJson } from '../outside-fetch.ts'
import type { AccountsService } from '../service.ts'
import { asRefusal } from './classify-fault.ts'
import { refuseUnknown } from './identity-provider.queries.ts'
import type { OidcClient } from './oidc-client.ts'
import type { AccountProvider } from './provider-settings.ts'
import { SignInRefused } from './sign-in-refusal.ts'
import { failStep, passStep, stepsUntil, type TrialStep } from './trial-steps.ts'
import { viewSteps } from './trial.view.ts'

const trialMinutes = 15

/** Looks at all that needs no person, and says where a browser goes on. */
export async function beginTrial(service: AccountsService, scope: Scope, language: Language) {
  const { providers, db, publicUrl } = service
  const { accountId, actor } = scope
  const provider = (await providers.find(accountId)) ?? refuseUnknown()
  const steps = await lookAtProvider(service, provider)
  const trialId = randomUUID()
  const mayGoOn = steps.every(({ outcome }) => outcome !== 'FAILED')
  const state: 'STARTED' | 'FAILED' = mayGoOn ? 'STARTED' : 'FAILED'
  const expiresAt = await db.write(scope, async (tx) => {
    const { now } = await dropOldTrials(tx, service, accountId)
    const until = new Date(now.getTime() + trialMinutes * 60_000)
    const startedBy = actor.type === 'USER' ? actor.id : null
    await tx
      .insertInto('identity_trial')
      .values({
        account_id: accountId,
        trial_id: trialId,
        started_by: startedBy,
        settings_version: provider.settingsVersion,
        state,
        steps: JSON.stringify(steps),
        expires_at: until,
      })
      .execute()
    if (!mayGoOn) recordTrial(tx, scope, state, steps)
    return until
  })
  const ticket = providers.journeys.sealTicket({ accountId, trialId })
  const goOnAt = mayGoOn ? `${publicUrl}/auth/oidc/start?try=${ticket}` : null
  return {
    tryId: trialId,
    state,
    goOnAt,
    expiresAt: formatDateTime(expiresAt),
    steps: viewSteps(steps, language),
  }
}

async function dropOldTrials(tx: Tx, { clock }: AccountsService, accountId: number): Promise<{ now: Date }> {
  const now = clock.now()
  await tx
    .deleteFrom('identity_trial')
    .where('account_id', '=', accountId)
    .where('expires_at', '<', now)
    .execute()
  return { now }
}

export function recordTrial(tx: Tx, scope: Scope, state: string, steps: readonly TrialStep[]): void {
  const cause = steps.find(({ outcome }) => outcome === 'FAILED')?.cause ?? null
  recordAdministration(tx, scope, {
    name: 'IDENTITY_PROVIDER_TRIED',
    subject: { type: 'ACCOUNT', id: scope.accountId },
    after: { state, cause },
  })
}

async function lookAtProvider(
  { providers }: AccountsService,
  provider: AccountProvider,
): Promise<TrialStep[]> {
  const { issuer } = provider.oidc
  const client: OidcClient = providers.freshClientOf(provider)
  const reached = [passStep('ADDRESS', issuer), passStep('DISCOVERY')]
  try {
    const { jwks_uri: keys, id_token_signing_alg_values_supported: algorithms } = await client.metadata()
    const { keys: found } = await fetchJson(providers.fetch, keys ?? issuer)
    if (!Array.isArray(found) || found.length === 0) {
      return [
        ...reached,
        passStep('ISSUER', issuer),
        failStep('KEYS', new SignInRefused('ISSUER_UNREACHABLE')),
      ]
    }
    return [
      ...reached,
      passStep('ISSUER', issuer),
      passStep('KEYS', String(found.length)),
      passStep('ALGORITHMS', (algorithms ?? ['RS256']).join(', ')),
      passStep('REDIRECT', providers.redirectUri),
    ]
  } catch (error) {
    const refused = asRefusal(error)
    return stepsUntil(refused, refused.why === 'ISSUER_WRONG' ? reached : reached.slice(0, 1))
  }
}
