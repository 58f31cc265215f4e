import { staffOf, type Colleague, type Staff } from '../../../src/demo/people.ts'
import { readClock } from '../../../src/domain/sandbox/index.ts'
import type { Party } from '../../../src/domain/teams/index.ts'
import type { ReadTx, Tx } from '../../../src/platform/db/index.ts'
import type { Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { companiesOf, type DemoCompany } from '../companies.ts'

/** What those who act in the office know. */
interface Office {
  readonly scope: Scope
  readonly staff: Staff
  readonly today: string
}

export type InCharge = Colleague | { readonly team: string }

export const unguarded = () => {}

/** Something that somebody of the account does, in one transaction. */
export function officeAct(daysAgo: number, work: (tx: Tx, office: Office) => Promise<unknown>): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { now } = await readClock(tx, scope)
        await work(tx, { scope, staff: await staffOf(tx, scope), today: now.slice(0, 10) })
      },
  }
}

export async function findCompany(tx: ReadTx, scope: Scope, number: number): Promise<DemoCompany> {
  const [company] = await companiesOf(tx, scope, [number])
  if (!company) throw new Error(`The company ${number} is not in the portfolio.`)
  return company
}

export async function findParty(tx: ReadTx, { scope, staff }: Office, who: InCharge): Promise<Party> {
  if (typeof who === 'string') return { userId: staff[who].userId, teamId: null }
  const { team_id: teamId } = await tx
    .selectFrom('team')
    .select('team_id')
    .where('account_id', '=', scope.accountId)
    .where('name', '=', who.team)
    .executeTakeFirstOrThrow()
  return { userId: null, teamId }
}

export async function findDossierId(
  tx: ReadTx,
  { accountId }: Scope,
  { thirdpartyId }: DemoCompany,
  typeCode: string,
): Promise<number> {
  const { dossier_id: dossierId } = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('type_code', '=', typeCode)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return dossierId
}
