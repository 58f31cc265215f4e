import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { chainNames, type ChainName, type Checkpoint } from './checkpoint.ts'

const suffix = '.ndjson'
/** Of files beside the checkpoints, with what others attested to them. */
export const stampSuffix = '.timestamps.ndjson'
// A line has about 400 bytes; the last whole one is well within this, whatever stands behind it.
const tailBytes = 8_192

export function checkpointFile(folder: string, accountId: number): string {
  return path.join(folder, `account-${accountId}${suffix}`)
}

export function checkpointLine(checkpoint: Checkpoint): string {
  const { accountId, chain, seq, hash, at, madeAt, keyId, publicKey, signature } = checkpoint
  return JSON.stringify({
    format: 'vigie-checkpoint/1',
    accountId,
    // Left out for events, whose lines were so before there was another chain.
    ...(chain !== 'EVENTS' && { chain }),
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    madeAt: madeAt.toISOString(),
    keyId,
    publicKey: publicKey.toString('base64'),
    signature: signature.toString('base64'),
  })
}

/** Null for a line that is torn or not ours. A line that names no chain is of the one given. */
export function parseCheckpoint(line: string, unnamed: ChainName = 'EVENTS'): Checkpoint | null {
  try {
    const { format, accountId, seq, hash, at, madeAt, keyId, publicKey, signature, ...rest } = JSON.parse(
      line,
    ) as Record<string, string & number>
    const chain = chainNames.find((name) => name === (rest['chain'] ?? unnamed))
    if (chain === undefined) return null
    if (format !== 'vigie-checkpoint/1' || !Number.isSafeInteger(accountId) || !Number.isSafeInteger(seq))
      return null
    if ([at, madeAt].some((time) => Number.isNaN(Date.parse(time!)))) return null
    return {
      accountId: accountId!,
      chain,
      seq: seq!,
      hash: Buffer.from(hash!, 'hex'),
      at: new Date(at!),
      madeAt: new Date(madeAt!),
      keyId: keyId!,
      publicKey: Buffer.from(publicKey!, 'base64'),
      signature: Buffer.from(signature!, 'base64'),
    }
  } catch {
    return null
  }
}

/** The newest whole line of the account's file; null when there is none. */
export async function lastInFile(folder: string, accountId: number): Promise<Checkpoint | null> {
  const { text } = await fileTail(checkpointFile(folder, accountId), tailBytes)
  return (
    text
      .split('\n')
      .map((line) => parseCheckpoint(line))
      .findLast((one) => one !== null) ?? null
  )
}

/** Behind what is there, on the disk when it returns. Two processes may write the same line; readers do not mind. */
export function appendToFile(
  folder: string,
  accountId: number,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  return appendLines(checkpointFile(folder, accountId), checkpoints.map(checkpointLine))
}

/** The folder and the file are their owner's alone, where they do not exist yet. */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { text, isNew } = await fileTail(file, tailBytes)
  // After a torn line ours begins on one of its own.
  let start = text === '' || text.endsWith('\n') ? '' : '\n'
  const handle = await open(file, 'a', 0o600)
  try {
    // One write a line, so that the lines of two processes never mix.
    for (const line of lines) {
      await handle.appendFile(`${start}${line}\n`)
      start = ''
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolder(folder)
}

async function fileTail(file: string, bytes: number): Promise<{ text: string; isNew: boolean }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!handle) return { text: '', isNew: true }
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, bytes))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size - buffer.length)
    return { text: buffer.toString('utf8', 0, bytesRead), isNew: false }
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export interface StoredCheckpoints {
  readonly checkpoints: readonly Checkpoint[]
  /** Lines that are no checkpoints; a crash leaves one behind. */
  readonly unread: number
}

/** Of one file, or of the wanted files of a folder. */
export async function readLines(place: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const isFolder = (await stat(place)).isDirectory()
  const names = isFolder ? (await readdir(place)).filter(isWanted).toSorted() : [path.basename(place)]
  const folder = isFolder ? place : path.dirname(place)
  const lines: string[] = []
  for (const name of names) {
    for (const line of (await readFile(path.join(folder, name), 'utf8')).split('\n')) {
      if (line.trim() !== '') lines.push(line)
    }
  }
  return lines
}

const isCheckpointFile = (name: string) => name.endsWith(suffix) && !name.endsWith(stampSuffix)

export async function readCheckpoints(place: string, unnamed?: ChainName): Promise<StoredCheckpoints> {
  return parseLines(await readLines(place, isCheckpointFile), unnamed)
}

// About 10,000 lines: ten weeks of ten minutes each.
const longTailBytes = 4 * 1024 * 1024

/** The newest of one account, as many as a request may look at; null when there is no file to be read. */
export async function readNewestCheckpoints(
  folder: string,
  accountId: number,
  unnamed?: ChainName,
): Promise<Checkpoint[] | null> {
  const tail = await fileTail(checkpointFile(folder, accountId), longTailBytes).catch(() => null)
  if (!tail || tail.isNew) return null
  return [...parseLines(tail.text.split('\n'), unnamed).checkpoints]
}

function parseLines(lines: readonly string[], unnamed?: ChainName): StoredCheckpoints {
  const checkpoints: Checkpoint[] = []
  let unread = 0
  for (const line of lines) {
    const one = parseCheckpoint(line, unnamed)
    if (one) checkpoints.push(one)
    else unread += 1
  }
  return { checkpoints, unread }
}
