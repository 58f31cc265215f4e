import { recordSetting } from '../platform/administration/index.ts'
import type { ReadTx, Tx } from '../platform/db/index.ts'
import type { AccountScope, Scope } from '../platform/kernel/index.ts'

export const agentAccesses = ['OFF', 'READ', 'WRITE'] as const
export type AgentAccess = (typeof agentAccesses)[number]

/** What an account lets agents do in the name of its people. */
export interface AgentPolicy {
  readonly access: AgentAccess
  readonly version: number
}

// An agent reads no more than its person could read alone; that it writes is for the account to say.
const standard: AgentPolicy = { access: 'READ', version: 0 }

export async function agentPolicy(tx: ReadTx, { accountId }: AccountScope): Promise<AgentPolicy> {
  const chosen = await tx
    .selectFrom('agent_policy')
    .select(['access', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return chosen ? { access: chosen.access as AgentAccess, version: chosen.version } : standard
}

export async function changeAgentPolicy(
  tx: Tx,
  scope: Scope,
  { access }: Pick<AgentPolicy, 'access'>,
  expectVersion: (version: number) => void,
): Promise<AgentPolicy> {
  const before = await agentPolicy(tx, scope)
  expectVersion(before.version)
  if (before.access === access) return before
  const after = { access, version: before.version + 1 }
  await tx
    .insertInto('agent_policy')
    .values({ account_id: scope.accountId, ...after })
    .onConflict((known) => known.column('account_id').doUpdateSet(after))
    .execute()
  recordSetting(tx, scope, { setting: 'agents', before, after })
  return after
}
