import { unreadable } from '../fault.ts'
import type { TrustService } from '../trust/trust-service.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import { dateAt, select, textAt, type XmlElement } from './dom.ts'
import { openSignedList } from './list-signature.ts'
import { readService } from './read-service.ts'

/** A trusted list of ETSI TS 119 612, of a country or of the lists themselves. */
export interface TrustedList {
  readonly isListOfLists: boolean
  readonly country: string
  readonly sequence: number
  readonly issuedAt: Date
  readonly nextUpdate: Date | null
  readonly signer: Certificate
  /** Who may sign the lists of which country. */
  readonly pointers: readonly ListPointer[]
  readonly services: readonly ListedService[]
}

export interface ListPointer {
  readonly country: string
  readonly signers: readonly Certificate[]
}

export interface ListedService {
  readonly service: TrustService
  readonly certificates: readonly Certificate[]
}

const largest = 32 * 1024 * 1024

function requireSize(bytes: Buffer): void {
  if (bytes.length > largest) throw unreadable('it is too large')
}

/** What every list says of itself, and who signed it. Throws a fault with words that follow the name of the file. */
export function readScheme(bytes: Buffer) {
  requireSize(bytes)
  const { root, signer } = openSignedList(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  const [scheme] = select(root, 'SchemeInformation')
  const issuedAt = scheme ? dateAt(scheme, 'ListIssueDateTime') : null
  const country = scheme ? textAt(scheme, 'SchemeTerritory') : null
  if (!scheme || !issuedAt || !country) throw unreadable('it does not say whose it is and when it was issued')
  const sequence = Number(textAt(scheme, 'TSLSequenceNumber') ?? 0)
  return {
    root,
    scheme,
    signer,
    country,
    sequence,
    issuedAt,
    nextUpdate: dateAt(scheme, 'NextUpdate', 'dateTime'),
  }
}

/** Throws a fault with words that follow the name of the file. */
export function readTrustedList(bytes: Buffer): TrustedList {
  const { root, scheme, ...said } = readScheme(bytes)
  return {
    ...said,
    isListOfLists: (textAt(scheme, 'TSLType') ?? '').endsWith('/EUlistofthelists'),
    pointers: select(scheme, 'PointersToOtherTSL', 'OtherTSLPointer').map(readPointer),
    services: readServices(root, said.country),
  }
}

function readPointer(pointer: XmlElement): ListPointer {
  const facts = select(pointer, 'AdditionalInformation', 'OtherInformation')
  const country = facts.flatMap((fact) => textAt(fact, 'SchemeTerritory') ?? [])[0] ?? ''
  const identities = select(pointer, 'ServiceDigitalIdentities', 'ServiceDigitalIdentity')
  return { country, signers: identities.flatMap(certificatesIn) }
}

export function certificatesIn(identity: XmlElement): Certificate[] {
  return select(identity, 'DigitalId', 'X509Certificate').flatMap(
    (node) => readCertificate(Buffer.from(node.textContent ?? '', 'base64')) ?? [],
  )
}

function readServices(root: XmlElement, country: string): ListedService[] {
  return select(root, 'TrustServiceProviderList', 'TrustServiceProvider').flatMap((provider) => {
    const name = textAt(provider, 'TSPInformation', 'TSPName', 'Name') ?? ''
    return select(provider, 'TSPServices', 'TSPService').map((node) => {
      const [information] = select(node, 'ServiceInformation')
      const identities = information ? select(information, 'ServiceDigitalIdentity') : []
      return {
        service: readService(node, { country, provider: name }),
        certificates: identities.flatMap(certificatesIn),
      }
    })
  })
}
