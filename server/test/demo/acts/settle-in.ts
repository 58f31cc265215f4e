import { setAttributesBulk } from '../../../src/domain/attributes/index.ts'
import { staffOf } from '../../../src/demo/people.ts'
import { readClock } from '../../../src/domain/sandbox/index.ts'
import { addCompanies } from '../../../src/demo/portfolio.ts'
import { addDefinitions, switchRulesOn } from '../../../src/demo/settings.ts'
import { formTeams } from '../../../src/demo/teamwork.ts'
import type { Tx } from '../../../src/platform/db/index.ts'
import type { Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { arrivals, everybody, firstDay, isThereFirst } from '../plan.ts'
import { demoAttributes } from './attributes.ts'

/** The first day: the companies, what is known of them, and what will be asked of whom. */
export const settleIn: readonly Act[] = [
  {
    daysAgo: firstDay,
    prepare:
      async ({ scope }) =>
      (tx) =>
        addCompanies(tx, scope, isThereFirst),
  },
  {
    daysAgo: firstDay,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { admin, manager } = await staffOf(tx, scope)
        await addDefinitions(tx, admin.scope)
        await describe(tx, manager.scope, everybody)
      },
  },
  {
    daysAgo: firstDay - 0.1,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const staff = await staffOf(tx, scope)
        await switchRulesOn(tx, staff.admin.scope)
        await formTeams(tx, staff)
      },
  },
]

/** Companies the account began to work with later. */
export const arriving: readonly Act[] = arrivals.map(([daysAgo, numbers]) => ({
  daysAgo,
  prepare:
    async ({ scope }) =>
    async (tx) => {
      const { manager } = await staffOf(tx, scope)
      await addCompanies(tx, manager.scope, (number) => numbers.includes(number))
      await describe(tx, manager.scope, numbers)
    },
}))

async function describe(tx: Tx, scope: Scope, numbers: readonly number[]): Promise<void> {
  const { now } = await readClock(tx, scope)
  const rows = (await companiesOf(tx, scope, numbers)).map((company) => ({
    thirdpartyId: company.thirdpartyId,
    attributes: demoAttributes(company, now.slice(0, 10)),
  }))
  await setAttributesBulk(tx, scope, rows)
}
