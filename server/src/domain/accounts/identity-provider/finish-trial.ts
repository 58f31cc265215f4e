import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import {
  AppError,
  formatDateTime,
  wholeAccount,
  type Language,
  type Scope,
} from '../../../platform/kernel/index.ts'
import type { AccountsService } from '../service.ts'
import { recordTrial } from './begin-trial.ts'
import { decideAdmission } from './decide-admission.ts'
import type { Journey } from './journeys.ts'
import type { AccountProvider } from './provider-settings.ts'
import { SignInRefused } from './sign-in-refusal.ts'
import { claimSteps, describeAdmission, passStep, stepsUntil, type TrialStep } from './trial-steps.ts'
import { viewSteps } from './trial.view.ts'

/** For the browser of whoever tries: away to the provider. Throws `SignInRefused`. */
export async function leaveForTrial(
  service: AccountsService,
  sealed: string,
): Promise<{ location: string; journey: string }> {
  const { providers } = service
  const ticket = providers.journeys.openTicket(sealed)
  const provider = ticket && (await providers.find(ticket.accountId))
  if (!ticket || !provider) throw new SignInRefused('STATE_MISMATCH')
  const { location, checks } = await providers.freshClientOf(provider).leave()
  const { accountId, settingsVersion } = provider
  const { trialId } = ticket
  const journey = { ...checks, returnTo: '/app', accountId, settingsVersion, trialId, proof: null }
  return { location, journey: providers.journeys.seal(journey) }
}

/** Signs nobody in: what came back is kept for the administrator who asked. */
export async function finishTrial(
  service: AccountsService,
  { journey, callback, trialId }: { journey: Journey; callback: URL; trialId: string },
): Promise<void> {
  const accountId = journey.accountId ?? 0
  const provider = await service.providers.find(accountId)
  if (provider?.settingsVersion !== journey.settingsVersion) return
  const trial = await readStarted(service, accountId, trialId)
  if (!trial) return
  const { startedBy } = trial
  const { steps, isOwn } = await judgeReturn(service, provider, { journey, callback, startedBy })
  const state = steps.some(({ outcome }) => outcome === 'FAILED') ? 'FAILED' : 'SUCCEEDED'
  const scope = { ...wholeAccount(accountId), actor: trial.actor }
  await service.db.write(scope, async (tx) => {
    const all = [...trial.steps, ...steps]
    const { numUpdatedRows } = await tx
      .updateTable('identity_trial')
      .set({ state, steps: JSON.stringify(all) })
      .where('account_id', '=', accountId)
      .where('trial_id', '=', trialId)
      .where('state', '=', 'STARTED')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (isOwn && state === 'SUCCEEDED') await markTried(tx, provider, trial.startedBy)
    recordTrial(tx, scope, state, steps)
  })
}

interface Returned {
  readonly journey: Journey
  readonly callback: URL
  readonly startedBy: number | null
}

/** What the journey brought, told in steps; and whether it found whoever began it. */
async function judgeReturn(
  { providers, db }: AccountsService,
  provider: AccountProvider,
  { journey, callback, startedBy }: Returned,
): Promise<{ steps: TrialStep[]; isOwn: boolean }> {
  let before: TrialStep[] = []
  try {
    const vouched = await providers.freshClientOf(provider).comeBack(callback, journey)
    const { accountId, roles } = provider
    before = claimSteps(vouched, roles)
    const admission = await db.system((tx) =>
      decideAdmission(tx, { accountId, identity: vouched.identity, roles }),
    )
    const found = describeAdmission(admission, startedBy)
    return { steps: [...before, passStep('PERSON', found)], isOwn: found === 'YOU' }
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    return { steps: stepsUntil(error, before), isOwn: false }
  }
}

async function markTried(tx: Tx, provider: AccountProvider, triedBy: number | null): Promise<void> {
  await tx
    .updateTable('identity_provider')
    .set((eb) => ({
      tried_version: provider.settingsVersion,
      tried_by: triedBy,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', provider.accountId)
    .where('settings_version', '=', provider.settingsVersion)
    .execute()
}

/** An open trial, and in whose name its outcome is recorded. */
async function readStarted({ db, clock }: AccountsService, accountId: number, trialId: string) {
  const read = (tx: ReadTx) =>
    tx
      .selectFrom('identity_trial as t')
      .leftJoin('app_user as u', 'u.user_id', 't.started_by')
      .select(['t.started_by', 't.steps', 'u.name'])
      .where('t.account_id', '=', accountId)
      .where('t.trial_id', '=', trialId)
      .where('t.state', '=', 'STARTED')
      .where('t.expires_at', '>', clock.now())
      .executeTakeFirst()
  const row = await db.read(wholeAccount(accountId), read)
  if (!row) return null
  const { started_by: startedBy, name } = row
  const actor = { type: startedBy === null ? 'API_CLIENT' : 'USER', id: startedBy, name: name ?? '' } as const
  return { startedBy, actor, steps: row.steps as unknown as TrialStep[] }
}

export async function getTrial(
  tx: ReadTx,
  scope: Scope,
  asked: { tryId: string; now: Date; language: Language },
) {
  const { tryId, now, language } = asked
  const row = await tx
    .selectFrom('identity_trial')
    .select(['state', 'steps', 'expires_at'])
    .where('account_id', '=', scope.accountId)
    .where('trial_id', '=', tryId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) throw new AppError('IDENTITY_TRIAL_NOT_FOUND', { tryId })
  const steps = viewSteps(row.steps as unknown as TrialStep[], language)
  return { tryId, state: row.state as 'STARTED', expiresAt: formatDateTime(row.expires_at), steps }
}
