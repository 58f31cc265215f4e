import { createHash, sign as signBytes } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import type { Holder } from './authority.ts'

export interface ListWish {
  readonly country: string
  readonly signer: Holder
  readonly isListOfLists?: boolean
  readonly nextUpdate: Date
  readonly sequence?: number
  readonly pointers?: readonly { readonly country: string; readonly signer: Holder }[]
  readonly services?: readonly ServiceWish[]
}

export interface ServiceWish {
  readonly authority: Holder
  readonly type: string
  /** From the newest to the oldest. */
  readonly states: readonly { readonly status: string; readonly from: Date; readonly forSeals?: boolean }[]
}

const base64 = ({ certificate }: Holder) => certificate.toString('base64')
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** A trusted list as countries publish them, as short as it can be. */
export function makeList(wish: ListWish): Buffer {
  const kind = wish.isListOfLists ? 'EUlistofthelists' : 'EUgeneric'
  const pointers = (wish.pointers ?? []).map(
    ({ country, signer }) =>
      `<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity><DigitalId><X509Certificate>${base64(signer)}</X509Certificate></DigitalId></ServiceDigitalIdentity></ServiceDigitalIdentities><AdditionalInformation><OtherInformation><SchemeTerritory>${country}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
  )
  const services = (wish.services ?? []).map(makeService)
  return sign(
    `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation><TSLSequenceNumber>${wish.sequence ?? 7}</TSLSequenceNumber><TSLType>http://uri.etsi.org/TrstSvc/TrustedList/TSLType/${kind}</TSLType><SchemeTerritory>${wish.country}</SchemeTerritory><PointersToOtherTSL>${pointers.join('')}</PointersToOtherTSL><ListIssueDateTime>2026-01-01T00:00:00Z</ListIssueDateTime><NextUpdate><dateTime>${wish.nextUpdate.toISOString()}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name>Provider of tests</Name></TSPName></TSPInformation><TSPServices>${services.join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`,
    wish.signer,
  )
}

function makeService({ authority, type, states }: ServiceWish): string {
  const [now, ...history] = states.map(
    ({ status, from, forSeals }) =>
      `<ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${base64(authority)}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}</ServiceStatus><StatusStartingTime>${from.toISOString()}</StatusStartingTime><ServiceInformationExtensions>${forSeals ? '<Extension><AdditionalServiceInformation><URI>http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals</URI></AdditionalServiceInformation></Extension>' : ''}</ServiceInformationExtensions>`,
  )
  const older = history.map((state) => `<ServiceHistoryInstance>${state}</ServiceHistoryInstance>`).join('')
  return `<TSPService><ServiceInformation>${now}</ServiceInformation><ServiceHistory>${older}</ServiceHistory></TSPService>`
}

function sign(xml: string, signer: Holder): Buffer {
  const signature = new SignedXml({
    privateKey: signer.key.export({ format: 'pem', type: 'pkcs8' }),
    publicCert: `-----BEGIN CERTIFICATE-----\n${base64(signer)}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  signature.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'append' } })
  return Buffer.from(signature.getSignedXml())
}

export interface CodeListWish {
  readonly signer: Holder
  readonly nextUpdate: Date
  readonly sequence?: number
  /** What codes call each authority, and the service it has. */
  readonly authorities: readonly { readonly id: string; readonly holder: Holder; readonly status?: string }[]
  /** Which part of the list is signed, as its signature says. */
  readonly path?: string
}

/** The list of who may issue certificates for codes on paper, as France publishes it. */
export function makeCodeList({ signer, nextUpdate, sequence = 23, authorities, path }: CodeListWish): Buffer {
  const providers = authorities.map(
    ({ id, holder, status = 'inaccord' }) =>
      `<TrustServiceProvider><TSPInformation><TSPName><Name>Authority of tests</Name></TSPName><TSPTradeName><Name>${id}</Name></TSPTradeName></TSPInformation><TSPServices><TSPService><ServiceInformation><ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/CA/PKC</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${base64(holder)}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>http://uri.etsi.org/TrstSvc/Svcstatus/${status}</ServiceStatus></ServiceInformation></TSPService></TSPServices></TrustServiceProvider>`,
  )
  return signFiltered(
    `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation><TSLSequenceNumber>${sequence}</TSLSequenceNumber><TSLType>http://uri.etsi.org/TrstSvc/eSigDir-1999-93-EC-TrustedList/TSLType/generic</TSLType><SchemeTerritory>FR</SchemeTerritory><ListIssueDateTime>2026-01-01T00:00:00Z</ListIssueDateTime><NextUpdate><dateTime>${nextUpdate.toISOString()}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList>${providers.join('')}</TrustServiceProviderList></TrustServiceStatusList>`,
    signer,
    path ?? '/descendant::ds:Signature',
  )
}

/** By hand, as no library writes this filter. All of it is in its canonical form already. */
function signFiltered(xml: string, signer: Holder, path: string): Buffer {
  const digest = createHash('sha256').update(xml).digest('base64')
  const one = (name: string, algorithm: string, inside = '') =>
    `<ds:${name} Algorithm="${algorithm}">${inside}</ds:${name}>`
  const filter = 'http://www.w3.org/2002/06/xmldsig-filter2'
  const transforms = `${one('Transform', filter, `<f:XPath xmlns:f="${filter}" Filter="subtract">${path}</f:XPath>`)}${one('Transform', exclusive)}`
  const inside = `${one('CanonicalizationMethod', exclusive)}${one('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}<ds:Reference URI=""><ds:Transforms>${transforms}</ds:Transforms>${one('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`
  const space = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
  const value = signBytes(
    'sha256',
    Buffer.from(`<ds:SignedInfo ${space}>${inside}</ds:SignedInfo>`),
    signer.key,
  )
  const signature = `<ds:Signature ${space}><ds:SignedInfo>${inside}</ds:SignedInfo><ds:SignatureValue>${value.toString('base64')}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64(signer)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`
  return Buffer.from(xml.replace(/<\/TrustServiceStatusList>$/, `${signature}</TrustServiceStatusList>`))
}
