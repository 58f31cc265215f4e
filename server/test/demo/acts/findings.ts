import type { Colleague } from '../../../src/demo/people.ts'
import { addAction } from '../../../src/domain/findings/add-action.ts'
import { endFinding } from '../../../src/domain/findings/end-finding.ts'
import type { FindingBody } from '../../../src/domain/findings/finding.schema.ts'
import { sendEvidence } from '../../../src/domain/findings/index.ts'
import { openFinding } from '../../../src/domain/findings/open-finding.ts'
import { verifyAction } from '../../../src/domain/findings/verify-action.ts'
import type { ReadTx } from '../../../src/platform/db/index.ts'
import { addDays, type Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { contactScope } from './contacts.ts'
import { findCompany, officeAct, unguarded } from './office.ts'

export interface FindingAct extends Pick<FindingBody, 'title' | 'severity'> {
  readonly by: Colleague
  readonly number: number
  readonly description: string
  readonly theme?: NonNullable<FindingBody['theme']>
  /** The report of an audit it was seen in, or the hit of the company; else it was seen by hand. */
  readonly seenIn?: 'HIT' | { readonly audit: string }
}

export function openFindingAt(daysAgo: number, { by, number, theme, seenIn, ...words }: FindingAct): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const { thirdpartyId } = await findCompany(tx, scope, number)
    const source =
      seenIn === 'HIT'
        ? { kind: 'HIT' as const, hitId: await findHitId(tx, scope, thirdpartyId) }
        : seenIn
          ? { kind: 'AUDIT' as const, reference: seenIn.audit }
          : { kind: 'MANUAL' as const }
    await openFinding(tx, staff[by].scope, thirdpartyId, { ...words, ...(theme && { theme }), source })
  })
}

async function findHitId(tx: ReadTx, { accountId }: Scope, thirdpartyId: number): Promise<number> {
  const { hit_id: hitId } = await tx
    .selectFrom('screening_hit')
    .select('hit_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('state', '=', 'TRUE_MATCH')
    .executeTakeFirstOrThrow()
  return hitId
}

/** Of the company whose finding has this title, something is asked. */
export function askForAction(
  daysAgo: number,
  action: {
    readonly by: Colleague
    readonly finding: string
    readonly title: string
    readonly dueInDays: number
  },
): Act {
  const { by, finding, title, dueInDays } = action
  return officeAct(daysAgo, async (tx, { scope, staff, today }) => {
    const { findingId, thirdpartyId } = await getFindingPlace(tx, scope, finding)
    const contact = await tx
      .selectFrom('contact')
      .select('contact_id')
      .where('account_id', '=', scope.accountId)
      .where('thirdparty_id', '=', thirdpartyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const command = {
      findingId,
      title,
      dueOn: addDays(today, dueInDays),
      contactId: contact?.contact_id ?? null,
    }
    await addAction(tx, staff[by].scope, command, unguarded)
  })
}

/** The company says that it did what was asked; without the portal, to a colleague who files it. */
export function proveAction(
  daysAgo: number,
  proof: {
    readonly number: number
    readonly title: string
    readonly comment: string
    readonly byPortal: boolean
  },
): Act {
  const { number, title, comment, byPortal } = proof
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const company = await findCompany(tx, scope, number)
    const sender = byPortal ? await contactScope(tx, scope, company) : staff.manager.scope
    const actionId = await getActionId(tx, scope, title)
    await sendEvidence(tx, sender, { actionId, files: [], comment })
  })
}

export function acceptProof(daysAgo: number, by: Colleague, title: string): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const actionId = await getActionId(tx, scope, title)
    await verifyAction(tx, staff[by].scope, { actionId, verdict: 'ACCEPTED', remark: null }, unguarded)
  })
}

export function closeFinding(
  daysAgo: number,
  { by, title, reason }: { readonly by: Colleague; readonly title: string; readonly reason: string },
): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const { findingId } = await getFindingPlace(tx, scope, title)
    await endFinding(tx, staff[by].scope, { findingId, outcome: 'CLOSED', reason }, unguarded)
  })
}

const getFindingPlace = (tx: ReadTx, { accountId }: Scope, title: string) =>
  tx
    .selectFrom('finding')
    .select(['finding_id as findingId', 'thirdparty_id as thirdpartyId'])
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()

async function getActionId(tx: ReadTx, { accountId }: Scope, title: string): Promise<number> {
  const { action_id: actionId } = await tx
    .selectFrom('corrective_action')
    .select('action_id')
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return actionId
}
