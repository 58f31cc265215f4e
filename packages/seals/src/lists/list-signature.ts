import { createHash, createPublicKey, verify } from 'node:crypto'
import { SignedXml, type HashAlgorithm, type SignatureAlgorithm } from 'xml-crypto'
import { unreadable } from '../fault.ts'
import { readCertificate, type Certificate } from '../x509/certificate.ts'
import { children, parseXml, select, textAt, type XmlElement } from './dom.ts'

const digests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
const signatures: Readonly<Record<string, { digest: string; isElliptic: boolean }>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { digest: 'sha256', isElliptic: false },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': { digest: 'sha384', isElliptic: false },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { digest: 'sha512', isElliptic: false },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { digest: 'sha256', isElliptic: true },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { digest: 'sha384', isElliptic: true },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { digest: 'sha512', isElliptic: true },
}

/** Another way to say “all but the signature”; France says it so of its list about codes. */
const filter = 'http://www.w3.org/2002/06/xmldsig-filter2'

export interface SignedList {
  /** Read from the very bytes that were signed, never from the file. */
  readonly root: XmlElement
  readonly signer: Certificate
}

/** Checks that a whole list is signed by a certificate that it brings along. Whether that one may is not said here. */
export function openSignedList(text: string): SignedList {
  const root = parseXml(text)
  const [signature, another] = children(root, 'Signature')
  if (!signature) throw unreadable('it is not signed')
  if (another) throw unreadable('it is signed twice')
  const signer = signerOf(signature)
  const checked = check(text, signature, signer)
  const whole = checked.filter((part) => /^<(\w+:)?TrustServiceStatusList[\s>]/.test(part))
  if (whole.length !== 1 || whole[0] === undefined)
    throw unreadable('its signature does not cover the whole list')
  return { root: parseXml(whole[0]), signer }
}

function signerOf(signature: XmlElement): Certificate {
  const encoded = textAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate')
  const certificate = encoded ? readCertificate(Buffer.from(encoded, 'base64')) : null
  if (!certificate) throw unreadable('it does not say who signed it')
  return certificate
}

/** Gives the signed parts in their canonical form. */
function check(text: string, signature: XmlElement, signer: Certificate): readonly string[] {
  const key = createPublicKey({ key: signer.publicKey, format: 'der', type: 'spki' })
  const xml = new SignedXml({
    publicCert: key.export({ format: 'pem', type: 'spki' }),
    getCertFromKeyInfo: () => null,
  })
  // Only what is safe; the library's own list has SHA-1 and knows no elliptic curves.
  xml.HashAlgorithms = Object.fromEntries(
    Object.entries(digests).map(([uri, name]) => [uri, hashing(uri, name)]),
  )
  xml.SignatureAlgorithms = Object.fromEntries(
    Object.keys(signatures).map((uri) => [uri, verifying(uri, signer)]),
  )
  if (filtersAllButSignature(signature))
    Object.assign(xml.CanonicalizationAlgorithms, { [filter]: WithoutSignature })
  try {
    xml.loadSignature(signature)
    if (!xml.checkSignature(text)) throw unreadable('its signature does not fit its contents')
    return xml.getSignedReferences()
  } catch {
    throw unreadable('its signature does not fit its contents')
  }
}

/** Any other filter stays unknown, so that a list that uses it is refused. */
function filtersAllButSignature(signature: XmlElement): boolean {
  const transforms = select(signature, 'SignedInfo', 'Reference', 'Transforms', 'Transform')
  const filters = transforms.filter((each) => each.getAttribute('Algorithm') === filter)
  return filters.every((each) => {
    const [path, ...more] = children(each, 'XPath')
    const isWhole = /^\s*\/descendant::(\w+:)?Signature\s*$/.test(path?.textContent ?? '')
    return more.length === 0 && isWhole && path?.getAttribute('Filter') === 'subtract'
  })
}

/** What other parts of the signature refer to stays in the list itself: a copy is signed. */
class WithoutSignature {
  readonly includeComments = false
  getAlgorithmName() {
    return filter
  }
  process(node: XmlNode): XmlNode {
    const copy = node.cloneNode(true)
    for (const signature of children(copy, 'Signature')) copy.removeChild(signature as XmlNode)
    return copy
  }
}

interface XmlNode extends XmlElement {
  cloneNode(isDeep: boolean): XmlNode
  removeChild(child: XmlNode): unknown
}

function hashing(uri: string, name: string): new () => HashAlgorithm {
  return class implements HashAlgorithm {
    getAlgorithmName() {
      return uri
    }
    getHash(xml: string) {
      return createHash(name).update(xml, 'utf8').digest('base64')
    }
  }
}

function verifying(uri: string, signer: Certificate): new () => SignatureAlgorithm {
  const { digest, isElliptic } = signatures[uri] ?? { digest: 'sha256', isElliptic: false }
  const key = createPublicKey({ key: signer.publicKey, format: 'der', type: 'spki' })
  const fits = key.asymmetricKeyType === (isElliptic ? 'ec' : 'rsa')
  return class {
    getAlgorithmName = () => uri
    getSignature = () => {
      throw new Error('Lists are only read here.')
    }
    verifySignature = (material: string, _: unknown, value: string) =>
      fits &&
      verify(digest, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(value, 'base64'))
  }
}
