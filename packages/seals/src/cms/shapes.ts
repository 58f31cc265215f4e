// Shapes of ASN.1 that the libraries do not have. Decorators are no erasable syntax, so they are called by hand.
import { EncapsulatedContentInfo } from '@peculiar/asn1-cms'
import { AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

/** SignedData whose parts stay as they came: written anew they might have other bytes. */
export class SignedDataShape {
  version = 1
  digestAlgorithms = new ArrayBuffer(0)
  encapContentInfo = new EncapsulatedContentInfo()
  certificates?: ArrayBuffer[]
  crls?: ArrayBuffer[]
  signerInfos: ArrayBuffer[] = []
}
const several = { type: AsnPropTypes.Any, repeated: 'set', implicit: true, optional: true } as const
AsnProp({ type: AsnPropTypes.Integer })(SignedDataShape.prototype, 'version')
AsnProp({ type: AsnPropTypes.Any })(SignedDataShape.prototype, 'digestAlgorithms')
AsnProp({ type: EncapsulatedContentInfo })(SignedDataShape.prototype, 'encapContentInfo')
AsnProp({ ...several, context: 0 })(SignedDataShape.prototype, 'certificates')
AsnProp({ ...several, context: 1 })(SignedDataShape.prototype, 'crls')
AsnProp({ type: AsnPropTypes.Any, repeated: 'set' })(SignedDataShape.prototype, 'signerInfos')

/** ESSCertID and ESSCertIDv2 (RFC 2634, RFC 5035). */
export class NamedCertificate {
  hashAlgorithm?: AlgorithmIdentifier
  certHash = new OctetString()
  issuerSerial?: ArrayBuffer
}
AsnProp({ type: AlgorithmIdentifier, optional: true })(NamedCertificate.prototype, 'hashAlgorithm')
AsnProp({ type: OctetString })(NamedCertificate.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(NamedCertificate.prototype, 'issuerSerial')

export class NamedCertificates {
  certs: NamedCertificate[] = []
  policies?: ArrayBuffer
}
AsnProp({ type: NamedCertificate, repeated: 'sequence' })(NamedCertificates.prototype, 'certs')
AsnProp({ type: AsnPropTypes.Any, optional: true })(NamedCertificates.prototype, 'policies')

/** RevocationInfoArchival of Adobe, 1.2.840.113583.1.1.8. */
export class ArchivedRevocation {
  crls?: ArrayBuffer[]
  ocsps?: ArrayBuffer[]
}
AsnProp({ type: AsnPropTypes.Any, context: 0, repeated: 'sequence', optional: true })(
  ArchivedRevocation.prototype,
  'crls',
)
AsnProp({ type: AsnPropTypes.Any, context: 1, repeated: 'sequence', optional: true })(
  ArchivedRevocation.prototype,
  'ocsps',
)
