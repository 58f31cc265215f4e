import type { ChainName } from '../journal/index.ts'

export interface CopiedTable {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly bytes: number
  /** Names of its contents, in order. */
  readonly chunks: readonly string[]
}

export interface CopiedSequence {
  readonly schema: string
  readonly name: string
  readonly lastValue: string
  readonly isCalled: boolean
}

/** A partition that the schema alone does not make: they go by the calendar. */
export interface CopiedPartition {
  readonly name: string
  readonly parent: string
  /** As PostgreSQL writes it: `FOR VALUES FROM … TO …`. */
  readonly bound: string
}

/** How far a chain goes, or what a checkpoint vouches for. */
export interface ChainMark {
  readonly accountId: number
  readonly chain: ChainName
  readonly seq: number
  /** Hexadecimal. */
  readonly hash: string
  readonly at: string
}

export interface CopiedFiles {
  readonly count: number
  readonly bytes: number
  /** Named by the database and not in the store. */
  readonly missing: number
  /** Names of the contents of their list. */
  readonly chunks: readonly string[]
}

/** What the secret parts of the settings were, for a copy that was asked to hold them. */
export interface CopiedKeys {
  /** In base64, as VIGIE_SECRET_KEY. */
  readonly secretKey: string
  /** As FILE_KEYS; null where the files are sealed by the secret key alone. */
  readonly fileKeys: string | null
}

/** Everything a copy consists of. Written last: without it the copy does not exist. */
export interface Manifest {
  readonly format: 1
  readonly id: string
  /** The one moment the copy shows. */
  readonly takenAt: string
  readonly finishedAt: string
  readonly version: string
  readonly serverVersion: string
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  /** Whether a secret key is the one its rows are sealed with; hexadecimal. */
  readonly keyCheck: string
  readonly tables: readonly CopiedTable[]
  readonly sequences: readonly CopiedSequence[]
  readonly partitions: readonly CopiedPartition[]
  readonly files: CopiedFiles
  readonly heads: readonly ChainMark[]
  readonly checkpoints: readonly ChainMark[]
  readonly keys: CopiedKeys | null
  /** What this copy added to the place. */
  readonly added: { readonly objects: number; readonly bytes: number }
}

export const tableName = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>) => `${schema}.${name}`

/** Sorts as time does, to the millisecond: which of two copies is the newer one is never left to chance. */
export function newCopyId(takenAt: Date, random: string): string {
  return `${takenAt.toISOString().replaceAll(/[-:.]/g, '')}-${random}`
}

/** Copies of former versions have no milliseconds. */
export const copyIdPattern = /^\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{8}$/
