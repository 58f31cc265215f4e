/** A failure of the embedded server, worded for the person who starts the service. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export const OTHER_WAY = 'Or set DATABASE_URL to use a PostgreSQL server of your own.'

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
