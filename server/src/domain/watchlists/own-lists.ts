import { createReadStream } from 'node:fs'
import { ListFault, readList, type ListFile } from '@vigie/watchlists'
import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type AccountScope, type Scope } from '../../platform/kernel/index.ts'
import { importList, type ListReport } from './import-list.ts'
import { digestFiles, listFile } from './list-files.ts'
import { startVersion, versionHeld, type ListPlace } from './loading-version.ts'

export interface OwnListVersion {
  readonly listId: number
  readonly version: number
}

/** The name in sentences about the file, whatever its sender calls it. */
const fileName = 'list.csv'

const ownListFile = (path: string): ListFile => listFile(path, fileName)

function ownListPlace(accountId: number, name: string): ListPlace {
  return { accountId, source: 'OWN', listClass: 'OWN', name }
}

/** Whoever keeps a list by hand is told at once, in the words of its reader, what cannot be a list. */
export async function checkOwnListFile(path: string): Promise<Buffer> {
  const files = [ownListFile(path)]
  try {
    // Its header and first entry; the rest is read by a worker.
    for await (const _entry of readList('OWN', files).entries) break
  } catch (error) {
    throw fileProblem(error)
  }
  return digestFiles(files)
}

/** What the file would change. */
export async function tryOwnList(
  db: Db,
  { accountId }: Scope,
  { name, path }: { name: string; path: string },
): Promise<ListReport> {
  const options = { source: 'OWN', origin: 'upload', force: false, dryRun: true } as const
  try {
    return await importList(db, { ...options, files: [ownListFile(path)], own: { accountId, name } })
  } catch (error) {
    throw fileProblem(error)
  }
}

function fileProblem(error: unknown): unknown {
  if (!(error instanceof ListFault)) return error
  const { code, place, message } = error
  const members = { fault: code, ...(place.line === undefined ? {} : { line: place.line }) }
  return new AppError('LIST_FILE_INVALID', { fault: message }, { members, cause: error })
}

export interface OwnList {
  readonly listId: number
  readonly name: string
}

/** A list of this account, held until the end of the transaction; a published one is nobody's to change. */
export async function requireOwnList(tx: Tx, { accountId }: Scope, listId: number): Promise<OwnList> {
  const { rows } = await sql<OwnList & { isOwn: boolean }>`
    select w.list_id as "listId", w.name, w.owner_account_id is not null as "isOwn" from watchlist w
    where w.list_id = ${listId} and (w.owner_account_id is null or w.owner_account_id = ${accountId})`.execute(
    tx,
  )
  const [list] = rows
  if (!list) throw new AppError('LIST_NOT_FOUND', { listId })
  if (!list.isOwn) throw new AppError('LIST_PUBLISHED', { list: list.name })
  await sql`select from watchlist w where w.list_id = ${listId} for update`.execute(tx)
  return list
}

export async function requireFreeListName(
  tx: ReadTx,
  { accountId }: AccountScope,
  name: string,
): Promise<string> {
  const { rows } = await sql`
    select from watchlist w where w.owner_account_id = ${accountId} and w.name = ${name}`.execute(tx)
  if (rows.length > 0) throw new AppError('LIST_NAME_TAKEN', { name })
  return name
}

export interface ReceiveOwnList {
  readonly name: string
  readonly path: string
  readonly digest: Buffer
  readonly force: boolean
}

/** Keeps the file and queues its reading: both, or neither. The file that is in force already needs neither. */
export async function receiveOwnList(tx: Tx, scope: Scope, sent: ReceiveOwnList): Promise<OwnListVersion> {
  const { accountId } = scope
  const { name, digest, force, path } = sent
  const place = ownListPlace(accountId, name)
  const held = await versionHeld(tx, place, digest)
  if (held) return held
  const { listId, version } = await startVersion(tx, place, { digest, origin: 'upload' })
  await storePieces(tx, { listId, version }, path)
  const jobKey = `watchlists.load-own:${listId}:${version}`
  await enqueue(tx, 'watchlists.load-own', { accountId, listId, version, force }, { jobKey })
  recordAdministration(tx, scope, {
    name: 'OWN_LIST_IMPORTED',
    subject: { type: 'SCREENING_LIST', id: listId },
    after: { list: name, version, digest: digest.toString('hex'), forced: force },
  })
  return { listId, version }
}

const pieceBytes = 512 * 1024

async function storePieces(tx: Tx, { listId, version }: OwnListVersion, path: string): Promise<void> {
  let nth = 0
  for await (const bytes of createReadStream(path, { highWaterMark: pieceBytes })) {
    // The same file may have come before, and wait.
    await sql`
      insert into watchlist_file (list_id, version, nth, bytes)
      values (${listId}, ${version}, ${nth}, ${bytes as Buffer}) on conflict do nothing`.execute(tx)
    nth += 1
  }
}

/** The kept file, piece by piece: neither the file nor a transaction is held while entries are worked on. */
export function keptFile(db: Db, scope: AccountScope, { listId, version }: OwnListVersion): ListFile {
  async function* open(): AsyncGenerator<Buffer> {
    for (let nth = 0; ; nth += 1) {
      const bytes = await db.read(scope, async (tx) => {
        const { rows } = await sql<{ bytes: Buffer }>`
          select f.bytes from watchlist_file f
          where f.list_id = ${listId} and f.version = ${version} and f.nth = ${nth}`.execute(tx)
        return rows[0]?.bytes
      })
      if (bytes === undefined) return
      yield bytes
    }
  }
  return { name: fileName, open }
}
