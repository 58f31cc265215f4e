import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { DamagedCopy } from './backup-fault.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** What follows from VIGIE_BACKUP_KEY for one place. */
export interface BackupKeys {
  readonly cipher: Buffer
  readonly names: Buffer
  /** Tells nothing about the key, and is another for every other key. */
  readonly check: string
}

export function deriveBackupKeys(secret: string, salt: Buffer): BackupKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, salt, `vigie backup ${use}`, 32))
  return { cipher: derive('contents'), names: derive('names'), check: derive('check').toString('hex') }
}

/** By content, under a key: the same content is stored once, and its name tells nobody what it is. */
export function nameOfContent({ names }: BackupKeys, content: Buffer): string {
  return createHmac('sha256', names).update(content).digest('hex')
}

const format = 1
const [asIs, deflated] = [0, 1]
const [headLength, nonceLength, tagLength] = [2, 12, 16]
/** Low: more would take longer and save little. */
const level = 3

/** Bound to its name: one object cannot be put in the place of another. */
export async function sealContent(
  { cipher: key }: BackupKeys,
  name: string,
  content: Buffer,
  { compress }: { readonly compress: boolean },
): Promise<Buffer> {
  const head = Buffer.from([format, compress ? deflated : asIs])
  const plain = compress ? await deflate(content, { level }) : content
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(name)]))
  const sealed = cipher.update(plain)
  return Buffer.concat([head, nonce, sealed, cipher.final(), cipher.getAuthTag()])
}

export async function openContent({ cipher: key }: BackupKeys, name: string, bytes: Buffer): Promise<Buffer> {
  const damaged = (cause?: unknown) => new DamagedCopy(`${name} is damaged.`, { cause })
  if (bytes.length < headLength + nonceLength + tagLength) throw damaged()
  const head = bytes.subarray(0, headLength)
  const nonce = bytes.subarray(headLength, headLength + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(Buffer.concat([head, Buffer.from(name)]))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    const sealed = bytes.subarray(headLength + nonceLength, -tagLength)
    const plain = Buffer.concat([decipher.update(sealed), decipher.final()])
    return head[1] === deflated ? await inflate(plain) : plain
  } catch (error) {
    throw damaged(error)
  }
}
