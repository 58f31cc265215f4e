import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ListFault, type ListFile, type ListSource } from '@vigie/watchlists'
import { operatorChain, recordAdministration } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler, type Handlers, type JobLog } from '../../platform/jobs/index.ts'
import { dependencies } from '../../platform/kernel/index.ts'
import {
  downloadFile,
  DownloadRefused,
  UnsafeAddress,
  type AllowedHost,
  type Validators,
} from '../../platform/outgoing/index.ts'
import { confirmList, listsToFetch, noteFailedFetch, rememberFetched, startFetch } from './fetch-state.ts'
import { importList, installation, listImported, type OnListChange } from './import-list.ts'
import { listFile } from './list-files.ts'

/** Where the operator has a list fetched from. */
export interface FetchedList {
  readonly source: ListSource
  readonly addresses: readonly string[]
  /** The operator wrote the addresses: they may lead into the own network, and by http. */
  readonly isOwnAddress: boolean
}

export interface FetchDeps {
  readonly fetched: readonly FetchedList[]
  readonly everyHours: number
  readonly maxBytes: number
  /** In the transaction that puts a version in force. */
  readonly onChange: OnListChange
}

// Some publishers are slow: a hundred megabytes at 100 kB/s take 17 minutes.
const timeoutMs = 30 * 60_000
const userAgent = 'Vigie (third-party evaluation; open source)'
/** Over some 16 hours, with growing pauses. */
const maxAttempts = 12

export function fetchTasks(deps: FetchDeps) {
  return {
    'watchlists.fetch-due': fetchDueTask(deps),
    'watchlists.fetch': fetchTask(deps),
  } satisfies Partial<Handlers>
}

/** One after the other, and each list once: publishers are not to be met by all of our workers at once. */
const fetchDueTask =
  ({ fetched, everyHours }: FetchDeps): Handler<'watchlists.fetch-due'> =>
  async (_payload, { db }) => {
    const sources = fetched.map(({ source }) => source)
    await db.write(installation, async (tx) => {
      for (const source of await listsToFetch(tx, sources, everyHours)) {
        const jobKey = `watchlists.fetch:${source}`
        await enqueue(
          tx,
          'watchlists.fetch',
          { source },
          { jobKey, queueName: 'watchlists.fetch', maxAttempts },
        )
      }
    })
  }

interface Work {
  readonly db: Db
  readonly log: JobLog
  readonly signal: AbortSignal
}

/** Whatever comes of it, the version in force stays until a better one is read to its end, and no file is left. */
const fetchTask =
  (deps: FetchDeps): Handler<'watchlists.fetch'> =>
  async ({ source }, work) => {
    const list = deps.fetched.find((one) => one.source === source)
    // Named when the job was queued, and no longer.
    if (!list) return
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-list-'))
    try {
      await fetchList(deps, work, { list, folder })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

async function fetchList(
  deps: FetchDeps,
  work: Work,
  { list, folder }: { list: FetchedList; folder: string },
): Promise<void> {
  const { db, log, signal } = work
  const { source, addresses } = list
  const { listId, known } = await db.write(installation, (tx) => startFetch(tx, source, addresses))
  const download = { list, folder, known, maxBytes: deps.maxBytes, signal }
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const got = await downloadFiles(download).catch(async (error: unknown) => {
    signal.throwIfAborted()
    dependencies.fail('lists', error, source, seconds())
    const fault = faultSentence(error)
    log.warn({ source, fault }, 'a list could not be fetched')
    await db.write(installation, (tx) => noteFailedFetch(tx, listId, { origin: originOf(list), fault }))
    throw error
  })
  dependencies.succeed('lists', source, seconds())
  if (got === 'UNCHANGED') await db.write(installation, (tx) => confirmList(tx, listId))
  else await importFetched(deps, work, { list, listId, got })
}

interface Got {
  readonly files: readonly ListFile[]
  readonly validators: ReadonlyMap<string, Validators>
}

interface Download {
  readonly list: FetchedList
  readonly folder: string
  readonly known: ReadonlyMap<string, Validators> | null
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** All files of a list, or none where all are what they were. */
async function downloadFiles(download: Download): Promise<Got | 'UNCHANGED'> {
  const { list, folder, known, maxBytes, signal } = download
  const allowedHosts = list.isOwnAddress ? list.addresses.map(hostOf) : []
  const options = { allowedHosts, timeoutMs, maxBytes, userAgent, signal, dependency: 'lists' as const }
  const files: ListFile[] = []
  const validators = new Map<string, Validators>()
  for (const [nth, address] of list.addresses.entries()) {
    const file = path.join(folder, String(nth))
    const one = await downloadFile(address, file, { ...options, known: known?.get(address) ?? null })
    if (one.state === 'UNCHANGED') continue
    validators.set(address, one.validators)
    files.push(listFile(file, path.basename(new URL(address).pathname) || 'list'))
  }
  if (files.length === 0) return 'UNCHANGED'
  // Some of its files are new: a list is read from all of them.
  if (files.length < list.addresses.length) return downloadFiles({ ...download, known: null })
  return { files, validators }
}

async function importFetched(
  { onChange }: FetchDeps,
  { db, log, signal }: Work,
  { list, listId, got }: { list: FetchedList; listId: number; got: Got },
): Promise<void> {
  const { source } = list
  const options = { own: null, force: false, dryRun: false, onChange, signal }
  try {
    const report = await importList(db, { ...options, source, files: got.files, origin: originOf(list) })
    if (report.outcome === 'REFUSED' || report.version === null) {
      log.warn({ source, fault: report.fault }, 'a list that was fetched was refused')
      return
    }
    const { version, outcome } = report
    await db.write(installation, async (tx) => {
      await rememberFetched(tx, { listId, version }, got.validators)
      const actor = { type: 'JOB', id: null, name: 'watchlists.fetch' } as const
      if (outcome === 'IN_FORCE')
        recordAdministration(tx, { accountId: operatorChain, actor }, listImported(report))
    })
  } catch (error) {
    // The same file would be no better in a minute; the next fetch may bring another.
    if (!(error instanceof ListFault)) throw error
    log.warn({ source, fault: error.code }, 'a list that was fetched could not be read')
  }
}

function hostOf(address: string): AllowedHost {
  const { hostname, port, protocol } = new URL(address)
  const usual = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) }
}

/** What everybody may know of where a list came from: neither tokens nor passwords. */
function originOf({ addresses: [first = ''] }: FetchedList): string {
  const { origin, pathname } = new URL(first)
  return `${origin}${pathname}`.slice(0, 2_000)
}

function faultSentence(error: unknown): string {
  if (error instanceof DownloadRefused || error instanceof UnsafeAddress) return error.message
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError') return 'The publisher did not answer in time.'
  return `The publisher could not be reached, or its answer broke off${typeof code === 'string' ? ` (${code})` : ''}.`
}
