import type { Principal } from '../../platform/http/index.ts'
import { rightsOf, type Right } from '../../platform/kernel/index.ts'
import type { Access, PersonAccess } from './access.queries.ts'
import { personAccess, type PersonProof } from './person-access.ts'

/** People's roles differ by account and come from the database, never from the token. */
export function personPrincipal(
  access: PersonAccess,
  mayEnter: (accountId: number) => boolean,
  proof: PersonProof,
  common: Pick<Principal, 'session' | 'jti' | 'expiresAt'>,
): Principal {
  const { id, name, units, admits, standing } = access
  const { barred, stepUp, confined } = personAccess(access, proof)
  const accounts = rightsByAccount(access.roles, (accountId) => mayEnter(accountId) && !barred.has(accountId))
  const barredHere = new Map([...barred].filter(([accountId]) => mayEnter(accountId)))
  const who = { kind: 'USER', id, name, key: `user:${id}` } as const
  return { ...who, accounts, units, admits, standing, barred: barredHere, stepUp, confined, ...common }
}

/** Machines answer no questions: what accounts ask of people is not asked of them. */
export const neverAsked = {
  session: null,
  barred: new Map(),
  stepUp: new Map(),
  confined: false,
} satisfies Partial<Principal>

export function rightsByAccount(
  roles: Access['roles'],
  mayEnter: (accountId: number) => boolean,
): ReadonlyMap<number, ReadonlySet<Right>> {
  const entries = [...roles].filter(([accountId]) => mayEnter(accountId))
  return new Map(entries.map(([accountId, granted]) => [accountId, rightsOf(granted)]))
}
