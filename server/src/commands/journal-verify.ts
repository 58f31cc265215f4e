import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { gatherEvidence, judgeStamps } from '../domain/anchors/index.ts'
import {
  findCheckpoint,
  KeptSet,
  parseCheckpoint,
  startSince,
  verifyExport,
  verifyJournal,
  type Checkpoint,
} from '../platform/journal/index.ts'
import type { ReadTx } from '../platform/db/index.ts'
import type { JournalContext } from './journal-context.ts'
import { JournalProgress } from './journal-progress.ts'
import { verifyAdministrations } from './administration-verify.ts'
import { readSources, type SourceOptions, type Sources } from './journal-sources.ts'
import { evidenceInWords, verdictInWords, type Judged } from './journal-words.ts'

export interface VerifyOptions extends SourceOptions {
  account?: number
  since?: number | 'last'
  file?: string
  json?: boolean
}

export async function verifyDatabase(
  context: JournalContext,
  accountIds: readonly number[],
  options: VerifyOptions,
): Promise<void> {
  const { checkpoints, anchors } = context
  const sources = await readSources(options, checkpoints.folder, anchors.authorities)
  // Programs read the verdicts alone; people are told first what they rest on.
  const tell = options.json ? (text: string) => process.stderr.write(`${text}\n`) : print
  for (const sentence of sources.sentences) tell(sentence)
  const all: Judged[] = []
  for (const accountId of accountIds) {
    const judged = await judgeAccount(context, accountId, { sources, options })
    all.push(judged)
    if (options.json) continue
    const words = verdictInWords(judged.verdict, checkpoints.signer.keyId)
    print([words, ...evidenceInWords(judged, sources.folder)].join('\n'))
  }
  const folders = [sources.folder, options.checkpoints].filter((place) => typeof place === 'string')
  const { trusted } = sources
  for (const verdict of await verifyAdministrations(context, accountIds, { ...options, trusted, folders })) {
    all.push({ verdict, evidence: null, files: null })
    if (!options.json) print(verdictInWords(verdict, checkpoints.signer.keyId))
  }
  if (!all.every(holds)) process.exitCode = 1
  if (options.json) print(JSON.stringify(all.map(inJson)))
  else if (all.length === 0) print('There is no account.')
}

/** A store that cannot be read back is no proof that all is well. */
function holds({ verdict, evidence }: Judged): boolean {
  const stampsHold = evidence?.stamps?.every((stamp) => 'provenAt' in stamp) ?? true
  return verdict.intact && stampsHold && (evidence?.storeFault ?? null) === null
}

interface Asked {
  readonly sources: Sources
  readonly options: VerifyOptions
}

async function judgeAccount(
  { db, anchors }: JournalContext,
  accountId: number,
  { sources, options }: Asked,
): Promise<Judged> {
  const { authorities, stamps } = sources
  const extent = options.anchors ?? 'sample'
  const ofAccount = sources.kept.filter((one) => one.accountId === accountId)
  const progress = new JournalProgress(`Account ${accountId}`)
  try {
    const evidence =
      extent === 'none'
        ? null
        : await gatherEvidence(db, accountId, { extent, stamps, authorities, store: anchors.store })
    const kept = new KeptSet(accountId, [...ofAccount, ...(evidence?.checkpoints ?? [])])
    const verdict = await db.read({ accountId }, async (tx) => {
      const { trusted } = sources
      const start = await startOf(tx, accountId, { since: options.since, kept, trusted })
      const found = await verifyJournal(
        tx,
        { accountId },
        {
          kept,
          ...(trusted && { trusted }),
          ...(start && { since: start }),
          onProgress: (reached, head) => progress.show(reached, head),
        },
      )
      return { accountId, chain: 'EVENTS' as const, from: start?.seq ?? 0, ...found }
    })
    return { verdict, evidence, files: sources.folder === null ? null : ofAccount.length }
  } finally {
    progress.end()
  }
}

interface Beginning {
  readonly since: VerifyOptions['since']
  readonly kept: KeptSet
  readonly trusted: ReadonlySet<string> | null
}

async function startOf(
  tx: ReadTx,
  accountId: number,
  { since, kept, trusted }: Beginning,
): Promise<Checkpoint | null> {
  if (since === undefined) return null
  const isKnown =
    since === 'last' || (await findCheckpoint(tx, { accountId }, since)) !== null || kept.at(since).length > 0
  if (!isKnown) throw new Error(`There is no checkpoint at event ${since} of account ${accountId}.`)
  const wanted = since === 'last' ? {} : { seq: since }
  return startSince(tx, { accountId }, { ...wanted, ...(trusted && { trusted }), kept })
}

/** From the file alone: for whoever has no access to the installation, or does not want to trust it. */
export async function verifyFile(file: string, options: VerifyOptions): Promise<void> {
  if (options.since === 'last') throw new Error('With --file, give --since the number of a checkpoint.')
  const { trusted, authorities, ...sources } = await readSources(options, null)
  const extent = options.anchors === undefined || options.anchors === 'none' ? 'sample' : options.anchors
  const stamped = sources.stamps.flatMap(({ line }) => parseCheckpoint(line) ?? [])
  const progress = new JournalProgress(file)
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  try {
    const verdict = await verifyExport(lines, {
      kept: [...sources.kept, ...stamped],
      ...(trusted && { trusted }),
      ...(options.since !== undefined && { since: options.since }),
      onProgress: (reached, head) => progress.show(reached, head),
    })
    progress.end()
    const full = { ...verdict, chain: 'EVENTS' as const, from: options.since ?? 0 }
    const evidence = await judgeStamps(verdict.accountId, { stamps: sources.stamps, authorities, extent })
    const judged = { verdict: full, evidence, files: null }
    if (!holds(judged)) process.exitCode = 1
    if (options.json) return print(JSON.stringify([inJson(judged)]))
    print([verdictInWords(full, null), ...evidenceInWords(judged, null)].join('\n'))
  } finally {
    progress.end()
    lines.close()
  }
}

function inJson({ verdict: { agreed, ...verdict }, evidence, files }: Judged) {
  const { seq, at, madeAt, keyId } = agreed ?? {}
  const compared = evidence && {
    files,
    anchors: evidence.checkpoints.length,
    timeStamps: evidence.stamps,
    tokens: evidence.tokens,
    objects: evidence.objects,
    storeFault: evidence.storeFault,
  }
  return { ...verdict, agreed: agreed && { seq, at, madeAt, keyId }, compared }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
