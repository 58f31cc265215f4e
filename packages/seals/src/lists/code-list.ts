import { select, textAt, type XmlElement } from './dom.ts'
import { certificatesIn, readScheme } from './read-list.ts'

/** Who may issue the certificates that sign codes on paper, as the state lists them. */
export interface CodeList {
  readonly country: string
  readonly sequence: number
  readonly issuedAt: Date
  readonly nextUpdate: Date | null
  /** DER of the certificate that the list brings along. Whether that one may sign it, the caller says. */
  readonly signer: Buffer
  readonly authorities: readonly CodeAuthority[]
}

export interface CodeAuthority {
  /** What codes call it, such as FR03. */
  readonly id: string
  readonly name: string
  /** DER of the certificates of those of its services that are in order. */
  readonly certificates: readonly Buffer[]
}

const inOrder = /\/(inaccord|granted|undersupervision)$/

/** Throws a fault with words that follow the name of the file. */
export function readCodeList(bytes: Buffer): CodeList {
  const { root, signer, country, sequence, issuedAt, nextUpdate } = readScheme(bytes)
  return {
    country,
    sequence,
    issuedAt,
    nextUpdate,
    signer: signer.raw,
    authorities: select(root, 'TrustServiceProviderList', 'TrustServiceProvider').flatMap(readAuthority),
  }
}

function readAuthority(provider: XmlElement): CodeAuthority[] {
  const id = textAt(provider, 'TSPInformation', 'TSPTradeName', 'Name') ?? ''
  if (!/^[A-Z]{2}[A-Z0-9]{2}$/.test(id)) return []
  const services = select(provider, 'TSPServices', 'TSPService', 'ServiceInformation').filter(
    (service) =>
      textAt(service, 'ServiceTypeIdentifier')?.endsWith('/Svctype/CA/PKC') === true &&
      inOrder.test(textAt(service, 'ServiceStatus') ?? ''),
  )
  const certificates = services
    .flatMap((service) => select(service, 'ServiceDigitalIdentity'))
    .flatMap(certificatesIn)
    .map(({ raw }) => raw)
  const name = textAt(provider, 'TSPInformation', 'TSPName', 'Name') ?? id
  return certificates.length === 0 ? [] : [{ id, name, certificates }]
}
