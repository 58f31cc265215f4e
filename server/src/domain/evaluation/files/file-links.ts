import { signLink, verifyLink, type ObjectStore } from '../../../platform/files/index.ts'
import { AppError, type Clock } from '../../../platform/kernel/index.ts'
import type { ServableFile } from './found-file.queries.ts'

interface LinkOptions {
  /** At least 32 bytes, for nothing but these links. */
  readonly secret: Uint8Array
  readonly publicUrl: string
  readonly clock: Clock
  readonly seconds: number
  /** Whether an address of the object store itself is handed out where it has such; rights cannot be checked there. */
  readonly fromStore: boolean
  readonly store: ObjectStore
}

interface FileLink {
  readonly url: string
  readonly expiresAt: Date
}

type LinkPurpose = 'download' | 'verification'

/** Whom a link was made for, and for which file. */
export interface LinkHolder {
  readonly accountId: number
  readonly fileId: number
  readonly principal: string
  readonly purpose: LinkPurpose
}

export interface LinkTerms {
  /** Never longer than this. */
  readonly until: Date
  /** Only from certain addresses, which the object store knows nothing of. */
  readonly isFenced: boolean
}

export interface FileLinks {
  /** For somebody who was just let in. */
  toDownload(holder: LinkHolder, file: ServableFile, terms: LinkTerms): Promise<FileLink>
  /** Always one of our own addresses. */
  own(holder: LinkHolder, seconds: number): FileLink
  read(token: string): LinkHolder
}

const purposes: readonly string[] = ['download', 'verification'] satisfies LinkPurpose[]

export function fileLinks(options: LinkOptions): FileLinks {
  const { secret, publicUrl, clock, fromStore, store } = options
  const own = (holder: LinkHolder, seconds: number): FileLink => {
    const expiresAt = new Date(clock.now().getTime() + seconds * 1_000)
    return { url: `${publicUrl}/f/${signLink(secret, { ...holder, expiresAt })}`, expiresAt }
  }
  return {
    own,
    async toDownload(holder, { objectKey, fileName: filename, contentType }, { until, isFenced }) {
      const left = Math.floor((until.getTime() - clock.now().getTime()) / 1_000)
      const expiresInSeconds = Math.max(1, Math.min(options.seconds, left))
      const link = own(holder, expiresInSeconds)
      if (!fromStore || isFenced) return link
      const url = await store.presignGet(objectKey, { expiresInSeconds, filename, contentType })
      return url === null ? link : { ...link, url }
    },
    read(token) {
      const claims = verifyLink(secret, token, clock.now())
      if (claims === 'EXPIRED') throw new AppError('LINK_EXPIRED')
      if (claims === 'INVALID' || !purposes.includes(claims.purpose)) throw new AppError('LINK_INVALID')
      const { accountId, fileId, principal } = claims
      return { accountId, fileId, principal, purpose: claims.purpose as LinkPurpose }
    },
  }
}
