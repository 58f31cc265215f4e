import type { Colleague } from '../../../src/demo/people.ts'
import { putAbsences } from '../../../src/domain/approvals/absences.ts'
import { decideStep } from '../../../src/domain/approvals/decide-step.ts'
import { addDays } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { findCompany, findDossierId, officeAct } from './office.ts'

interface StepAct {
  readonly by: Colleague
  readonly number: number
  readonly key: string
  readonly outcome: 'APPROVED' | 'REFUSED'
  readonly remark: string | null
}

/** Somebody says yes or no to the file of a key supplier. */
export function decideOnStep(daysAgo: number, { by, number, key, outcome, remark }: StepAct): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const company = await findCompany(tx, scope, number)
    const dossierId = await findDossierId(tx, scope, company, 'KEY_SUPPLIER')
    await decideStep(tx, staff[by].scope, { dossierId, key, outcome, remark })
  })
}

/** Somebody says that they will be away, from so many days later on. */
export function beAway(
  daysAgo: number,
  absence: {
    readonly who: Colleague
    readonly fromInDays: number
    readonly days: number
    readonly substitute: Colleague
  },
): Act {
  const { who, fromInDays, days, substitute } = absence
  return officeAct(daysAgo, async (tx, { staff, today }) => {
    const from = addDays(today, fromInDays)
    const until = addDays(from, days - 1)
    const absences = [{ from, until, substituteId: staff[substitute].userId }]
    await putAbsences(tx, staff[who].scope, { userId: staff[who].userId, absences })
  })
}
