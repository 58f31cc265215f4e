import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Checkpoint } from './checkpoint.ts'

const suffix = '.ndjson'
// A line has about 400 bytes; the last whole one is well within this, whatever stands behind it.
const tailBytes = 8_192

export function checkpointFile(folder: string, accountId: number): string {
  return path.join(folder, `account-${accountId}${suffix}`)
}

export function checkpointLine(checkpoint: Checkpoint): string {
  const { accountId, seq, hash, at, madeAt, keyId, publicKey, signature } = checkpoint
  return JSON.stringify({
    format: 'vigie-checkpoint/1',
    accountId,
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    madeAt: madeAt.toISOString(),
    keyId,
    publicKey: publicKey.toString('base64'),
    signature: signature.toString('base64'),
  })
}

/** Null for a line that is torn or not ours. */
export function parseCheckpoint(line: string): Checkpoint | null {
  try {
    const { format, accountId, seq, hash, at, madeAt, keyId, publicKey, signature } = JSON.parse(
      line,
    ) as Record<string, string & number>
    if (format !== 'vigie-checkpoint/1' || !Number.isSafeInteger(accountId) || !Number.isSafeInteger(seq))
      return null
    return {
      accountId: accountId!,
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
  const { text } = await fileTail(checkpointFile(folder, accountId))
  return (
    text
      .split('\n')
      .map(parseCheckpoint)
      .findLast((one) => one !== null) ?? null
  )
}

/** Behind what is there, on the disk when it returns. Two processes may write the same line; readers do not mind. */
export async function appendToFile(
  folder: string,
  accountId: number,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  if (checkpoints.length === 0) return
  await mkdir(folder, { recursive: true })
  const file = checkpointFile(folder, accountId)
  const { text, isNew } = await fileTail(file)
  // After a torn line ours begins on one of its own.
  let start = text === '' || text.endsWith('\n') ? '' : '\n'
  const handle = await open(file, 'a', 0o644)
  try {
    // One write a line, so that the lines of two processes never mix.
    for (const checkpoint of checkpoints) {
      await handle.appendFile(`${start}${checkpointLine(checkpoint)}\n`)
      start = ''
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolder(folder)
}

async function fileTail(file: string): Promise<{ text: string; isNew: boolean }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!handle) return { text: '', isNew: true }
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, tailBytes))
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

export interface KeptCheckpoints {
  readonly checkpoints: readonly Checkpoint[]
  /** Lines that are no checkpoints; a crash leaves one behind. */
  readonly unread: number
}

/** From one file, or from all files of a folder. */
export async function readCheckpoints(place: string): Promise<KeptCheckpoints> {
  const isFolder = (await stat(place)).isDirectory()
  const names = isFolder ? (await readdir(place)).filter((name) => name.endsWith(suffix)).toSorted() : []
  const files = isFolder ? names.map((name) => path.join(place, name)) : [place]
  const checkpoints: Checkpoint[] = []
  let unread = 0
  for (const file of files) {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line.trim() === '') continue
      const one = parseCheckpoint(line)
      if (one) checkpoints.push(one)
      else unread += 1
    }
  }
  return { checkpoints, unread }
}
