import { isProblem } from '../../api/index.ts'

const shown = [
  '/issuer',
  '/clientId',
  '/clientSecret',
  '/scopes',
  '/claims/subject',
  '/claims/email',
  '/claims/name',
  '/claims/roles',
  '/tokens/audience',
  '/tokens/types',
  '/tokens/algorithms',
  '/tokens/accountClaim',
] as const

/** What the server said of one field, in its own words. */
export function problemAt(error: Error | null, pointer: (typeof shown)[number]): string | null {
  if (!isProblem(error)) return null
  const found = error.errors.find((one) => one.pointer === pointer)
  if (found === undefined) return null
  // A problem with a name of its own says more than that the form is not the expected one.
  return error.code === 'VALIDATION_FAILED' ? found.message : error.detail
}

/** Whether no field tells it. */
export function isUntold(error: Error | null): boolean {
  if (!isProblem(error)) return error !== null
  if (error.code === 'IDENTITY_PROVIDER_SECRET_NEEDED') return false
  return (
    error.errors.length === 0 || error.errors.some(({ pointer }) => !shown.some((one) => one === pointer))
  )
}
