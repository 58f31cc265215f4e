import { SealFault } from '../fault.ts'
import { openDocument, type PdfDocument } from '../pdf/document.ts'
import { findSeals } from '../pdf/seal-sites.ts'
import { TrustStore } from '../trust/trust-store.ts'
import type { FileVerdict, SealVerdict, Trust } from '../verdict.ts'
import { contradictsItself } from './damaged-file.ts'
import { describeSeal } from './describe-seal.ts'
import { examineSeal } from './examine-seal.ts'
import { judgeChanges } from './judge-changes.ts'
import { readStore } from './proof-store.ts'
import { certificatesOf, proofsOf } from './proofs.ts'

export interface JudgeOptions {
  /** Whose word is taken; nobody's unless given. */
  readonly trust?: TrustStore
  readonly now?: Date
}

/** Raised whenever a verdict may come out otherwise than before. */
export const engineVersion = 'seals/1'

/** Judges every signature and time-stamp of a PDF. It needs no network, and any bytes end in a verdict. */
export function judgeFile(
  bytes: Buffer,
  { trust = new TrustStore([]), now = new Date() }: JudgeOptions = {},
): FileVerdict {
  try {
    return judge(openDocument(bytes), trust, now)
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
    if (error.code === 'UNREADABLE' && contradictsItself(bytes)) {
      return unjudged('CHANGED', `The file was damaged after it was sealed: ${error.message}.`)
    }
    return unjudged('REVIEW', `The file cannot be judged: ${error.message}.`)
  }
}

/** For what has no seals that could be told about one by one. */
export function unjudged(integrity: FileVerdict['integrity'], reason: string): FileVerdict {
  return { integrity, reason, trust: 'UNKNOWN', trustReason: 'Not judged.', signatures: [] }
}

function judge(document: PdfDocument, store: TrustStore, now: Date): FileVerdict {
  const proofs = readStore(document)
  const seals = findSeals(document).map((site) => examineSeal(document, site, proofs.certificates))
  if (seals.length === 0) return judgeUnsealed(document.bytes)
  const changes = judgeChanges(document, seals)
  const trust = { store, now, pool: certificatesOf(seals, proofs), proofs: proofsOf(seals, proofs) }
  const stamps = seals.filter(({ kind, integrity }) => kind === 'TIMESTAMP' && integrity === 'INTACT')
  const around = { document, stamps, trust }
  return conclude(seals.map((seal) => describeSeal(seal, changes.get(seal) ?? null, around)))
}

/** A file whose end was cut off can still be read as the revision before its seal. */
function judgeUnsealed(bytes: Buffer): FileVerdict {
  if (!bytes.includes('/ByteRange')) return unjudged('UNSIGNED', 'The file holds no signature.')
  return contradictsItself(bytes)
    ? unjudged('CHANGED', 'The file was damaged after it was sealed.')
    : unjudged('REVIEW', 'The file has traces of a signature, but none that can be read.')
}

/** A file is as good as its worst seal. */
function conclude(signatures: readonly SealVerdict[]): FileVerdict {
  const worst =
    signatures.find(({ integrity }) => integrity === 'CHANGED') ??
    signatures.find(({ integrity }) => integrity === 'REVIEW')
  const signed = signatures.filter(({ kind }) => kind !== 'TIMESTAMP')
  const { trust, trustReason } = leastTrusted(signed.length > 0 ? signed : signatures)
  return {
    integrity: worst?.integrity ?? 'INTACT',
    reason: worst?.reason ?? 'Every seal of the file holds, and nothing but proofs was added since.',
    trust,
    trustReason,
    signatures,
  }
}

const order: readonly Trust[] = ['TRUSTED', 'UNKNOWN', 'UNTRUSTED']

function leastTrusted(signatures: readonly SealVerdict[]): Pick<FileVerdict, 'trust' | 'trustReason'> {
  const [least] = signatures.toSorted((a, b) => order.indexOf(b.trust) - order.indexOf(a.trust))
  return { trust: least?.trust ?? 'UNKNOWN', trustReason: least?.trustReason ?? 'Not judged.' }
}
