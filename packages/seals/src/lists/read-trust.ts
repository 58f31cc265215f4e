import { SealFault } from '../fault.ts'
import { TrustStore, type TrustAnchor } from '../trust/trust-store.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import { readTrustedList, type TrustedList } from './read-list.ts'

export interface TrustFile {
  readonly name: string
  readonly bytes: Buffer
}

export interface TrustSources {
  /** Roots of one's own and trusted lists, in any order. */
  readonly files: readonly TrustFile[]
  /** Certificates that may sign the list of lists, as the Official Journal prints them. */
  readonly listSigners: readonly TrustFile[]
}

export interface TrustReading {
  readonly store: TrustStore
  readonly lists: readonly TrustedList[]
  /** What was left out, and why, in words. */
  readonly problems: readonly string[]
}

interface NamedList {
  readonly name: string
  readonly list: TrustedList
}

/** A list counts only if somebody known says who may sign it: the Journal for the list of lists, that one for the others. */
export function readTrust({ files, listSigners }: TrustSources): TrustReading {
  const problems: string[] = []
  const roots: Certificate[] = []
  const lists: NamedList[] = []
  for (const { name, bytes } of files) {
    try {
      if (looksLikeXml(bytes)) lists.push({ name, list: readTrustedList(bytes) })
      else roots.push(...readCertificates({ name, bytes }))
    } catch (error) {
      if (!(error instanceof SealFault)) throw error
      problems.push(`${name} was left out: ${error.message}.`)
    }
  }
  const accepted = acceptLists(lists, listSigners.flatMap(readCertificates), problems)
  const listed = accepted.flatMap(anchorsOf)
  const store = new TrustStore(
    [...roots.map((certificate) => ({ certificate, services: [] })), ...listed],
    earliest(accepted.flatMap(({ nextUpdate }) => nextUpdate ?? [])),
  )
  return { store, lists: accepted, problems }
}

function acceptLists(
  lists: readonly NamedList[],
  signers: readonly Certificate[],
  problems: string[],
): TrustedList[] {
  const isOneOf = (all: readonly Certificate[], { signer }: TrustedList) =>
    all.some(({ raw }) => raw.equals(signer.raw))
  const heads = lists
    .filter(({ list }) => list.isListOfLists && isOneOf(signers, list))
    .map(({ list }) => list)
  return lists.flatMap(({ name, list }) => {
    const allowed = list.isListOfLists
      ? signers
      : heads
          .flatMap(({ pointers }) => pointers.filter(({ country }) => country === list.country))
          .flatMap((it) => it.signers)
    if (isOneOf(allowed, list)) return [list]
    const missing = list.isListOfLists
      ? 'the certificates that may sign it were not given'
      : 'no accepted list of lists names its signer'
    problems.push(`${name} was left out: ${missing}.`)
    return []
  })
}

function anchorsOf({ services }: TrustedList): TrustAnchor[] {
  return services.flatMap(({ service, certificates }) =>
    certificates.map((certificate) => ({ certificate, services: [service] })),
  )
}

const looksLikeXml = (bytes: Buffer) => /^(\uFEFF)?\s*</.test(bytes.subarray(0, 64).toString('utf8'))

const pem = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g

function readCertificates({ name, bytes }: TrustFile): Certificate[] {
  const parts = [...bytes.toString('latin1').matchAll(pem)].map((match) =>
    Buffer.from(match[1] ?? '', 'base64'),
  )
  const found = (parts.length > 0 ? parts : [bytes]).flatMap((raw) => readCertificate(raw) ?? [])
  if (found.length === 0)
    throw new SealFault('UNREADABLE', `${name} is neither a certificate nor a trusted list`)
  return found
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}
