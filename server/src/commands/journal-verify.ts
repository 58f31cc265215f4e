import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { gatherEvidence, judgeStamps, operatorKey } from '../domain/anchors/index.ts'
import { verifyAdministration } from '../platform/administration/index.ts'
import { wholeAccount } from '../platform/kernel/index.ts'
import {
  findCheckpoint,
  CheckpointSet,
  parseCheckpoint,
  startSince,
  verifyExport,
  verifyJournal,
  type ChainKey,
  type ChainName,
  type Checkpoint,
} from '../platform/journal/index.ts'
import type { ReadTx } from '../platform/db/index.ts'
import type { JournalContext } from './journal-context.ts'
import { JournalProgress } from './journal-progress.ts'
import { readSources, type SourceOptions, type Sources } from './journal-sources.ts'
import { describeEvidence, nameOfChain, describeVerdict, type JudgedChain } from './journal-texts.ts'

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
  const all: JudgedChain[] = []
  for (const of of chainsToVerify(accountIds, options)) {
    const judged = await judgeChain(context, of, { sources, options })
    all.push(judged)
    if (options.json) continue
    const words = describeVerdict(judged.verdict, checkpoints.signer.keyId)
    print([words, ...describeEvidence(judged, sources.folder)].join('\n'))
  }
  if (!all.every(isIntact)) process.exitCode = 1
  if (options.json) print(JSON.stringify(all.map(inJson)))
  else if (all.length === 0) print('There is no account.')
}

/** The operator's chain is verified with those of all accounts. */
function chainsToVerify(accountIds: readonly number[], { account }: VerifyOptions): ChainKey[] {
  const ofAll = (chain: ChainName) => accountIds.map((accountId) => ({ accountId, chain }))
  return [...ofAll('EVENTS'), ...(account === undefined ? [operatorKey] : []), ...ofAll('ADMINISTRATION')]
}

/** A store that cannot be read back is no proof that all is well. */
function isIntact({ verdict, evidence }: JudgedChain): boolean {
  const stampsHold = evidence?.stamps?.every((stamp) => 'provenAt' in stamp) ?? true
  return verdict.intact && stampsHold && (evidence?.storeFault ?? null) === null
}

interface VerifyCommand {
  readonly sources: Sources
  readonly options: VerifyOptions
}

async function judgeChain(
  { db, anchors }: JournalContext,
  of: ChainKey,
  { sources, options }: VerifyCommand,
): Promise<JudgedChain> {
  const { authorities, stamps, trusted } = sources
  const extent = options.anchors ?? 'sample'
  const inFiles = sources.kept.filter(
    ({ accountId, chain }) => accountId === of.accountId && chain === of.chain,
  )
  const progress = new JournalProgress(nameOfChain(of))
  try {
    const evidence =
      extent === 'none'
        ? null
        : await gatherEvidence(db, of, { extent, stamps, authorities, store: anchors.store })
    const verifyContext = {
      since: options.since,
      kept: new CheckpointSet(of, [...inFiles, ...(evidence?.checkpoints ?? [])]),
      trusted,
      onProgress: (reached: number, head: number) => progress.show(reached, head),
    }
    const verdict = await db.read(wholeAccount(of.accountId), (tx) =>
      of.chain === 'EVENTS'
        ? verifyEvents(tx, of.accountId, verifyContext)
        : verifyEntries(tx, of.accountId, verifyContext),
    )
    return {
      verdict: { ...of, ...verdict },
      evidence,
      files: sources.folder === null ? null : inFiles.length,
    }
  } finally {
    progress.end()
  }
}

interface VerifyContext {
  readonly since: VerifyOptions['since']
  readonly kept: CheckpointSet
  readonly trusted: ReadonlySet<string> | null
  readonly onProgress: (reached: number, head: number) => void
}

async function verifyEvents(tx: ReadTx, accountId: number, verifyContext: VerifyContext) {
  const { kept, trusted, onProgress } = verifyContext
  const start = await startOf(tx, accountId, verifyContext)
  const options = { kept, ...(trusted && { trusted }), ...(start && { since: start }), onProgress }
  return { from: start?.seq ?? 0, ...(await verifyJournal(tx, { accountId }, options)) }
}

/** A number given to --since is one of the events: this chain is then walked from its beginning. */
function verifyEntries(tx: ReadTx, accountId: number, { since, kept, trusted, onProgress }: VerifyContext) {
  const behind = since === 'last' ? { since: 'checkpoint' as const } : {}
  return verifyAdministration(tx, { accountId }, { ...behind, kept, ...(trusted && { trusted }), onProgress })
}

async function startOf(
  tx: ReadTx,
  accountId: number,
  { since, kept, trusted }: VerifyContext,
): Promise<Checkpoint | null> {
  if (since === undefined) return null
  const isKnown =
    since === 'last' || (await findCheckpoint(tx, { accountId }, since)) !== null || kept.at(since).length > 0
  if (!isKnown) throw new Error(`There is no checkpoint at event ${since} of account ${accountId}.`)
  const wanted = since === 'last' ? {} : { seq: since }
  return startSince(tx, { accountId }, { ...wanted, ...(trusted && { trusted }), kept })
}

/** From the file alone: for whoever has no access to the installation, or does not want to trust it. */
export async function verifyExportFile(file: string, options: VerifyOptions): Promise<void> {
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
    const of = { accountId: verdict.accountId, chain: 'EVENTS' } as const
    const full = { ...verdict, ...of, from: options.since ?? 0 }
    const evidence = await judgeStamps(of, { stamps: sources.stamps, authorities, extent })
    const judged = { verdict: full, evidence, files: null }
    if (!isIntact(judged)) process.exitCode = 1
    if (options.json) return print(JSON.stringify([inJson(judged)]))
    print([describeVerdict(full, null), ...describeEvidence(judged, null)].join('\n'))
  } finally {
    progress.end()
    lines.close()
  }
}

function inJson({ verdict: { agreed, ...verdict }, evidence, files }: JudgedChain) {
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
