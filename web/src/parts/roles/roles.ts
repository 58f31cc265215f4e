/** Roles of people; API clients carry scopes of the same names. */
export const roles = ['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR'] as const
export type Role = (typeof roles)[number]

export function isRole(value: string): value is Role {
  return (roles as readonly string[]).includes(value)
}
