import { AsnConvert } from '@peculiar/asn1-schema'
import { ArchivedRevocation } from '../cms/shapes.ts'
import { signedAttribute, type SignedMessage } from '../cms/signed-data.ts'
import { limits } from '../limits.ts'
import { readProofs, type RevocationProofs } from '../trust/revocation.ts'
import type { Certificate } from '../x509/certificate.ts'
import type { ExaminedSeal } from './examine-seal.ts'
import type { ProofStore } from './proof-store.ts'

const archivedRevocation = '1.2.840.113583.1.1.8'

/** Every certificate that came with the file, each once. */
export function certificatesOf(seals: readonly ExaminedSeal[], store: ProofStore): Certificate[] {
  const all = [
    ...seals.flatMap(({ message, stamp }) => [
      ...(message?.certificates ?? []),
      ...(stamp?.certificates ?? []),
    ]),
    ...store.certificates,
  ]
  const each = new Map(all.map((certificate) => [certificate.raw.toString('latin1'), certificate]))
  return [...each.values()].slice(0, limits.certificates)
}

/** What the store of the file and its signatures say about revocation. */
export function proofsOf(seals: readonly ExaminedSeal[], store: ProofStore): RevocationProofs {
  const archives = seals.flatMap(({ message }) => (message ? archiveOf(message) : []))
  const ocsps = [...store.ocsps, ...archives.flatMap((archive) => archive.ocsps)]
  const crls = [...store.crls, ...archives.flatMap((archive) => archive.crls)]
  return readProofs(ocsps.slice(0, limits.revocationAnswers), crls.slice(0, limits.revocationAnswers))
}

function archiveOf(message: SignedMessage): { ocsps: readonly Buffer[]; crls: readonly Buffer[] } {
  const buffers = (values: readonly ArrayBuffer[] | undefined) =>
    (values ?? []).map((value) => Buffer.from(value))
  try {
    const value = signedAttribute(message.signer, archivedRevocation)
    const archive = value ? AsnConvert.parse(value, ArchivedRevocation) : null
    return { ocsps: buffers(archive?.ocsps), crls: [...message.crls, ...buffers(archive?.crls)] }
  } catch {
    // What cannot be read proves nothing.
    return { ocsps: [], crls: message.crls }
  }
}
