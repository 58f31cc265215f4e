import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import {
  findCheckpoint,
  KeptSet,
  keyIdsIn,
  readCheckpoints,
  startSince,
  verifyExport,
  verifyJournal,
  type Checkpoint,
} from '../platform/journal/index.ts'
import type { JournalContext } from './journal-context.ts'
import { JournalProgress } from './journal-progress.ts'
import { verifyAdministrations } from './administration-verify.ts'
import { verdictInWords, type AccountVerdict } from './journal-words.ts'

export interface VerifyOptions {
  account?: number
  since?: number | 'last'
  checkpoints?: string
  publicKey?: string
  file?: string
  json?: boolean
}

interface Believed {
  readonly kept: readonly Checkpoint[]
  readonly trusted: ReadonlySet<string> | null
}

export async function verifyDatabase(
  context: JournalContext,
  accountIds: readonly number[],
  options: VerifyOptions,
): Promise<void> {
  const believed = await readBelieved(options)
  const verdicts: AccountVerdict[] = []
  for (const accountId of accountIds) {
    const verdict = await verifyAccount(context, accountId, { ...believed, since: options.since })
    verdicts.push(verdict)
  }
  verdicts.push(...(await verifyAdministrations(context, accountIds, { ...believed, ...options })))
  for (const verdict of options.json ? [] : verdicts) {
    print(verdictInWords(verdict, context.checkpoints.signer.keyId))
  }
  if (verdicts.some(({ intact }) => !intact)) process.exitCode = 1
  if (options.json) print(JSON.stringify(verdicts.map(inJson)))
  else if (verdicts.length === 0) print('There is no account.')
}

async function verifyAccount(
  { db }: JournalContext,
  accountId: number,
  { kept: all, trusted, since }: Believed & { since: VerifyOptions['since'] },
): Promise<AccountVerdict> {
  const kept = new KeptSet(accountId, all)
  const keys = trusted ? { trusted } : {}
  const progress = new JournalProgress(`Account ${accountId}`)
  try {
    return await db.read({ accountId }, async (tx) => {
      const wanted = typeof since === 'number' ? { seq: since } : {}
      if (
        typeof since === 'number' &&
        !(await findCheckpoint(tx, { accountId }, since)) &&
        !kept.at(since)[0]
      ) {
        throw new Error(`There is no checkpoint at event ${since} of account ${accountId}.`)
      }
      const start =
        since === undefined ? null : await startSince(tx, { accountId }, { ...wanted, ...keys, kept })
      const verdict = await verifyJournal(
        tx,
        { accountId },
        {
          kept,
          ...keys,
          ...(start && { since: start }),
          onProgress: (reached, head) => progress.show(reached, head),
        },
      )
      return { accountId, chain: 'EVENTS', from: start?.seq ?? 0, ...verdict }
    })
  } finally {
    progress.end()
  }
}

/** From the file alone: for whoever has no access to the installation, or does not want to trust it. */
export async function verifyFile(file: string, options: VerifyOptions): Promise<void> {
  if (options.since === 'last') throw new Error('With --file, give --since the number of a checkpoint.')
  const { kept, trusted } = await readBelieved(options)
  const progress = new JournalProgress(file)
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  try {
    const verdict = await verifyExport(lines, {
      kept,
      ...(trusted && { trusted }),
      ...(options.since !== undefined && { since: options.since }),
      onProgress: (reached, head) => progress.show(reached, head),
    })
    progress.end()
    if (!verdict.intact) process.exitCode = 1
    const full = { ...verdict, chain: 'EVENTS', from: options.since ?? 0 } as const
    print(options.json ? JSON.stringify([inJson(full)]) : verdictInWords(full, null))
  } finally {
    progress.end()
    lines.close()
  }
}

async function readBelieved({ checkpoints, publicKey }: VerifyOptions): Promise<Believed> {
  const found = checkpoints === undefined ? null : await readCheckpoints(checkpoints)
  if (found?.checkpoints.length === 0) throw new Error(`There is no checkpoint in ${checkpoints}.`)
  if (found && found.unread > 0) {
    process.stderr.write(`${found.unread} unreadable line(s) in ${checkpoints} passed over.\n`)
  }
  const keyIds = publicKey === undefined ? null : keyIdsIn(await readFile(publicKey, 'utf8'))
  if (keyIds?.length === 0) throw new Error(`There is no public key in ${publicKey}.`)
  return { kept: found?.checkpoints ?? [], trusted: keyIds && new Set(keyIds) }
}

function inJson({ agreed, ...verdict }: AccountVerdict) {
  const { seq, at, madeAt, keyId } = agreed ?? {}
  return { ...verdict, agreed: agreed && { seq, at, madeAt, keyId } }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
