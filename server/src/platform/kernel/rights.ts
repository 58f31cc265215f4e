/** What a route may ask for. Five verbs are enough for every operation of the product. */
export const rights = ['read', 'manage', 'decide', 'audit', 'administer'] as const
export type Right = (typeof rights)[number]

/** Roles of people in an account; API clients carry scopes of the same names. */
export const roles = ['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR'] as const
export type Role = (typeof roles)[number]

const rightsByRole: Record<Role, readonly Right[]> = {
  ADMIN: rights,
  MANAGER: ['read', 'manage'],
  REVIEWER: ['read', 'decide'],
  READER: ['read'],
  AUDITOR: ['read', 'audit'],
}

export function rightsOf(heldRoles: Iterable<Role>): ReadonlySet<Right> {
  const all = new Set<Right>()
  for (const role of heldRoles) for (const right of rightsByRole[role]) all.add(right)
  return all
}

export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value)
}
