import { setFollowers } from '../../../src/domain/owners/set-followers.ts'
import { setOwner } from '../../../src/domain/owners/set-owner.ts'
import type { Act } from '../act.ts'
import { findCompany, findDossierId, findParty, officeAct, unguarded, type InCharge } from './office.ts'

interface Naming {
  readonly by: 'admin' | 'manager'
  readonly number: number
  /** Of the dossier of this type alone. */
  readonly typeCode?: string
  readonly owner: InCharge
}

/** Somebody answers for a company, or for one of its dossiers, whatever the rules say. */
export function nameOwner(daysAgo: number, { by, number, typeCode, owner }: Naming): Act {
  return officeAct(daysAgo, async (tx, office) => {
    const company = await findCompany(tx, office.scope, number)
    const path =
      typeCode === undefined
        ? ({ kind: 'THIRD_PARTY', subject: company.thirdpartyId } as const)
        : ({
            kind: 'DOSSIER',
            subject: await findDossierId(tx, office.scope, company, typeCode),
          } as const)
    const command = { path, owner: await findParty(tx, office, owner) }
    await setOwner(tx, office.staff[by].scope, command, unguarded)
  })
}

export function nameFollowers(daysAgo: number, number: number, followers: readonly InCharge[]): Act {
  return officeAct(daysAgo, async (tx, office) => {
    const { thirdpartyId } = await findCompany(tx, office.scope, number)
    const parties = await Promise.all(followers.map((who) => findParty(tx, office, who)))
    const path = { kind: 'THIRD_PARTY', subject: thirdpartyId } as const
    await setFollowers(tx, office.staff.manager.scope, { path, followers: parties }, unguarded)
  })
}
