import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { bodaccAnnouncements } from './bodacc-announcements.ts'
import { gleifEntities } from './gleif-entities.ts'
import { lineOf, reader, type ImportKind } from './import-kind.ts'
import { RegisterFileError } from './register-file-error.ts'
import { openRegisterFile } from './register-file.ts'
import type { RegisterFile, Rows } from './register-rows.ts'
import { sireneEstablishments } from './sirene-establishments.ts'
import { sireneUnits } from './sirene-units.ts'
import { foldWords } from './write-companies.ts'

export const importableRegisters = {
  sirene: [sireneUnits, sireneEstablishments],
  gleif: [gleifEntities],
  bodacc: [bodaccAnnouncements],
} as const satisfies Record<string, readonly ImportKind[]>

export type ImportableRegister = keyof typeof importableRegisters

export interface ImportCounts {
  /** Rows of the file read so far. */
  readonly position: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
}

export interface ImportReport extends ImportCounts {
  readonly file: string
  readonly kind: string
  readonly wasKnown: boolean
  /** Rows that an interrupted import of the same file had already brought in. */
  readonly resumedFrom: number
}

export interface ImportOptions {
  readonly register: ImportableRegister
  readonly path: string
  onProgress?: (kind: string, counts: ImportCounts, share: number) => void
}

const nobody = { accountId: 0 }
const batchesPerFold = 100

/** Brings one file in, from where an earlier attempt stopped. A file that is in already changes nothing. */
export async function importRegister(
  db: Db,
  { register, path, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const file = await openRegisterFile(path)
  const kind = recognise(file, register, basename(path))
  const checksum = await checksumOf(path)
  const begun = await begin(db, { checksum, kind: kind.name, fileName: basename(path) })
  const report = { file: basename(path), kind: kind.name, resumedFrom: begun.position }
  if (begun.isDone) return { ...report, ...begun.counts, wasKnown: true }

  let counts = begun.counts
  let batches = 0
  const prepare = preparer(kind)
  let pending: Promise<void> = Promise.resolve()
  try {
    for await (const rows of file.rows([...kind.required, ...kind.optional], begun.position)) {
      const batch = prepare(rows)
      // The next rows are read while the database is busy with these.
      await pending
      pending = keep(db, {
        kind,
        checksum,
        batch,
        from: counts.position,
        folds: ++batches % batchesPerFold === 0,
      }).then((now) => {
        counts = now
        onProgress?.(kind.name, now, rows.share)
      })
      pending.catch(() => undefined)
    }
  } finally {
    await pending
  }
  await finish(db, checksum)
  return { ...report, ...counts, wasKnown: false }
}

function recognise(file: RegisterFile, register: ImportableRegister, name: string): ImportKind {
  const kinds: readonly ImportKind[] = importableRegisters[register]
  const lacking = (kind: ImportKind) => kind.required.filter((column) => !file.columns.includes(column))
  const found = kinds.find((kind) => lacking(kind).length === 0)
  if (found) return found
  const faults = kinds.map((kind) => `${kind.title} has ${lacking(kind).slice(0, 4).join(', ')}`)
  throw new RegisterFileError(`${name} is not a ${register} file: ${faults.join('; ')}, which it has not.`)
}

async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}

interface Batch {
  readonly lines: readonly string[]
  readonly refused: number
  readonly position: number
}

/** The same company twice in a batch is written once, as it came last. */
function preparer(kind: ImportKind): (rows: Rows) => Batch {
  const read = reader([...kind.required, ...kind.optional])
  return ({ values, position }) => {
    const lines = new Map<string, string>()
    let refused = 0
    for (const each of values) {
      let isKept = false
      for (const [key, fields] of kind.read(read(each))) {
        lines.set(key, lineOf(fields))
        isKept = true
      }
      if (!isKept) refused += 1
    }
    return { lines: [...lines.values()], refused, position }
  }
}

interface Begun {
  readonly position: number
  readonly isDone: boolean
  readonly counts: ImportCounts
}

async function begin(db: Db, given: { checksum: string; kind: string; fileName: string }): Promise<Begun> {
  const row = await db.write(nobody, async (tx) => {
    await tx
      .insertInto('register_import')
      .values({ checksum: given.checksum, kind: given.kind, file_name: given.fileName })
      .onConflict((conflict) => conflict.column('checksum').doNothing())
      .execute()
    return importRow(tx, given.checksum)
  })
  const { state, ...counts } = row
  return { position: counts.position, isDone: state === 'DONE', counts }
}

function importRow(tx: Tx, checksum: string) {
  return tx
    .selectFrom('register_import')
    .select(['state', 'position', 'added', 'changed', 'unchanged', 'refused'])
    .where('checksum', '=', checksum)
    .executeTakeFirstOrThrow()
}

interface Kept {
  readonly kind: ImportKind
  readonly checksum: string
  readonly batch: Batch
  readonly from: number
  readonly folds: boolean
}

/** The rows and how far they reach, in one transaction: whatever happens then, neither is kept without the other. */
function keep(db: Db, { kind, checksum, batch, from, folds }: Kept): Promise<ImportCounts> {
  return db.write(nobody, async (tx) => {
    await patiently(tx)
    const none = { added: 0, changed: 0 }
    const { added, changed } = batch.lines.length > 0 ? await kind.write(tx, batch.lines.join('\n')) : none
    const unchanged = batch.lines.length - added - changed
    if (folds) await foldWords(tx)
    const counts = await tx
      .updateTable('register_import')
      .set((old) => ({
        position: batch.position,
        added: old('added', '+', added),
        changed: old('changed', '+', changed),
        unchanged: old('unchanged', '+', unchanged),
        refused: old('refused', '+', batch.refused),
      }))
      .where('checksum', '=', checksum)
      .where('position', '=', from)
      .returning(['position', 'added', 'changed', 'unchanged', 'refused'])
      .executeTakeFirst()
    if (!counts) throw new RegisterFileError('Another process is importing this file at the same time.')
    return counts
  })
}

async function finish(db: Db, checksum: string): Promise<void> {
  await db.write(nobody, async (tx) => {
    await patiently(tx)
    await foldWords(tx)
    await tx
      .updateTable('register_import')
      .set({ state: 'DONE', finished_at: sql`now()` })
      .where('checksum', '=', checksum)
      .execute()
  })
  await db.write(nobody, async (tx) => {
    await patiently(tx)
    await sql`select register_settle()`.execute(tx)
  })
}

/** An import is nobody's request: it may wait and take its time. */
async function patiently(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true)`.execute(
    tx,
  )
}
