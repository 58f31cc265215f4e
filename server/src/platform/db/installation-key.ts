import type { ClientBase } from 'pg'

/**
 * What a process must prove of the installation's secret key before it works on a database: a value derived from the key,
 * compared with the one the database keeps.
 */
export interface KeyGuard {
  readonly check: Buffer
  /** Comes when this process turns out to have another key than the database: it must not go on. */
  readonly refused: Promise<WrongSecretKey>
  readonly refuse: (error: WrongSecretKey) => void
}

export class WrongSecretKey extends Error {
  constructor(sentence = wrongKey, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'WrongSecretKey'
  }
}

const wrongKey =
  'This process has another secret key than the one its database is sealed with. Give it the present key of the ' +
  'installation (VIGIE_SECRET_KEY, or secret.key in the data folder); if a replacement was cut short, run: vigie key replace'
const beingReplaced =
  'The secret key of this installation is being replaced. Start again with the new key when that is done.'

export function guardKey(check: Buffer): KeyGuard {
  let refuse: (error: WrongSecretKey) => void = () => undefined
  const refused = new Promise<WrongSecretKey>((resolve) => {
    refuse = resolve
  })
  return { check, refused, refuse }
}

// The numbers mean nothing. Whoever replaces the key needs both for itself.
export const keyLocks = {
  /** Shared by every connection of every process for as long as it lasts. */
  ofConnections: 8_317_042_602,
  /** Where any two processes that start at once meet. */
  ofStarters: 8_317_042_601,
} as const

/** On a new connection, before its first use. The lock comes first: what is read behind it stays so. */
export async function lockInstallationKey(client: ClientBase, { check, refuse }: KeyGuard): Promise<void> {
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock_shared($1) as held', [
      keyLocks.ofConnections,
    ])
    if (!rows[0]?.held) throw new WrongSecretKey(beingReplaced)
    await requireKey(client, check)
  } catch (error) {
    if (error instanceof WrongSecretKey) refuse(error)
    throw error
  }
}

/** A database that knows no key yet, or none of our tables, refuses nobody. */
export async function requireKey(client: ClientBase, check: Buffer): Promise<void> {
  const { rows: tables } = await client.query<{ known: boolean }>(
    `select to_regclass('vigie.installation_key') is not null as known`,
  )
  if (!tables[0]?.known) return
  const { rows } = await client.query<{ key_check: Buffer }>('select key_check from vigie.installation_key')
  if (rows[0] && !rows[0].key_check.equals(check)) throw new WrongSecretKey()
}
