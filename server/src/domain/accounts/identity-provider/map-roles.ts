import { roles, type Role } from '../../../platform/kernel/index.ts'

/** A value of the claim of roles, and the role it gives here. */
export interface RoleRule {
  readonly value: string
  readonly role: Role
}

export interface RoleSettings {
  readonly mapping: readonly RoleRule[]
  /** Of whoever has no mapped role; null lets nobody in without one. */
  readonly defaultRole: Role | null
}

/** All roles that the values give, in the order of their names here; empty when they give none. */
export function mapRoles({ mapping, defaultRole }: RoleSettings, values: readonly string[]): Role[] {
  const given = new Set(mapping.filter(({ value }) => values.includes(value)).map(({ role }) => role))
  if (given.size > 0) return roles.filter((role) => given.has(role))
  return defaultRole === null ? [] : [defaultRole]
}
