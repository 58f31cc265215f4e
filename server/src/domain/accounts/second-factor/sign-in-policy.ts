import { recordAdministration } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, isRole, type Role, type Scope } from '../../../platform/kernel/index.ts'
import { proofOfSession } from '../access.queries.ts'
import { inDirectory } from '../directory.ts'
import { announceToAll } from '../standing.ts'

export interface SignInPolicy {
  readonly secondFactor: { readonly demand: 'NOBODY' | 'ROLES' | 'EVERYBODY'; readonly roles: Role[] }
}

export async function signInPolicy(tx: ReadTx, scope: Scope): Promise<SignInPolicy> {
  const row = await tx
    .selectFrom('sign_in_policy')
    .select(['second_factor', 'roles'])
    .where('account_id', '=', scope.accountId)
    .executeTakeFirst()
  const demand = (row?.second_factor ?? 'NOBODY') as SignInPolicy['secondFactor']['demand']
  return { secondFactor: { demand, roles: (row?.roles ?? []).filter(isRole) } }
}

/** Whoever asks it of themselves must have given one, or they would shut themselves out. */
export async function putSignInPolicy(
  tx: Tx,
  scope: Scope,
  command: { readonly policy: SignInPolicy; readonly session: string | null },
): Promise<SignInPolicy> {
  const { demand, roles: named } = command.policy.secondFactor
  const roles = demand === 'ROLES' ? [...new Set(named)].toSorted() : []
  if (demand === 'ROLES' && roles.length === 0) throw new AppError('POLICY_WITHOUT_ROLES')
  const before = await signInPolicy(tx, scope)
  await requireOwnFactor(tx, scope, { demand, roles }, command.session)
  const row = { second_factor: demand, roles }
  await tx
    .insertInto('sign_in_policy')
    .values({ account_id: scope.accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ ...row, updated_at: eb.fn<Date>('now', []) })),
    )
    .execute()
  await announceToAll(tx)
  const after: SignInPolicy = { secondFactor: { demand, roles } }
  const subject = { type: 'ACCOUNT', id: scope.accountId } as const
  if (JSON.stringify(before) !== JSON.stringify(after))
    recordAdministration(tx, scope, {
      name: 'SETTINGS_CHANGED',
      subject,
      before: { signInPolicy: before },
      after: { signInPolicy: after },
    })
  return after
}

async function requireOwnFactor(
  tx: Tx,
  { accountId, actor }: Scope,
  { demand, roles }: SignInPolicy['secondFactor'],
  session: string | null,
): Promise<void> {
  if (actor.type !== 'USER' || actor.id === null || session === null || demand === 'NOBODY') return
  const member = await tx
    .selectFrom('membership')
    .select('roles')
    .where('account_id', '=', accountId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const concerned = demand === 'EVERYBODY' || member?.roles.some((role) => roles.includes(role as Role))
  if (!concerned) return
  const proof = await inDirectory(tx, () => proofOfSession(tx, session))
  if (!proof?.secondFactorAt) throw new AppError('SECOND_FACTOR_REQUIRED')
}
