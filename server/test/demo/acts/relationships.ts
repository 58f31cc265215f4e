import type { Colleague } from '../../../src/demo/people.ts'
import { decideRelationship, type Decision } from '../../../src/domain/relationships/decide-relationship.ts'
import { addDays } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { findCompany, findParty, officeAct, unguarded, type InCharge } from './office.ts'

export interface RelationshipAct extends Pick<Decision, 'state' | 'reason'> {
  readonly by: Colleague
  readonly number: number
  /** For what; everything unless said. */
  readonly coverage?: string
  readonly lastsDays?: number
  readonly conditions?: readonly {
    readonly text: string
    readonly dueInDays: number
    readonly to?: InCharge
  }[]
}

/** Whether the account works with a company. */
export function decideOnCompany(daysAgo: number, decision: RelationshipAct): Act {
  const { by, number, state, reason, coverage = null, lastsDays, conditions = [] } = decision
  return officeAct(daysAgo, async (tx, office) => {
    const { scope, staff, today } = office
    const { thirdpartyId } = await findCompany(tx, scope, number)
    const given = await Promise.all(
      conditions.map(async ({ text, dueInDays, to }) => ({
        text,
        dueOn: addDays(today, dueInDays),
        assignee: to === undefined ? null : await findParty(tx, office, to),
      })),
    )
    const validUntil = lastsDays === undefined ? null : addDays(today, lastsDays)
    const command = { thirdpartyId, state, reason, coverage, validUntil, conditions: given }
    await decideRelationship(tx, staff[by].scope, command, unguarded)
  })
}
