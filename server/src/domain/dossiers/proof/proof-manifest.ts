import { genesis } from '../../../platform/journal/index.ts'

/** One event with everything its hash is computed from; names as in the journal's chain. */
export interface ProofEvent {
  seq: number
  eventId: number
  eventType: number
  eventName: string
  resourceType: number
  resourceId: number
  thirdpartyId: number | null
  dossierId: number | null
  documentId: number | null
  occurredAt: Date
  actorType: string
  actorId: number | null
  detailHash: Buffer
  /** Left out, the bundle holds only the digest of what the event says. */
  detail?: { salt: Buffer; payload: Buffer }
  /** The hash of the account's event before it, whether or not that one is in the extract. */
  previousHash: Buffer
  hash: Buffer
}

export interface Checkpoint {
  seq: number
  hash: Buffer
  at: Date
  signature: CheckpointSignature | null
}

export interface CheckpointSignature {
  /** SubjectPublicKeyInfo in PEM; Ed25519. */
  publicKey: string
  /** Over the bytes of `checkpointText`. */
  value: Buffer
}

export interface ProofInput {
  accountId: number
  accountName: string
  dossier: { id: number; reference: string; type: string }
  thirdParty: { id: number; name: string }
  producedAt: Date
  files: { path: string; size: number; sha256: string; documentId: number; responseId: number }[]
  decisions: {
    documentId: number
    responseId: number
    outcome: string
    author: string
    at: Date
    comment: string | null
    /** The number of the event that recorded it. */
    seq: number | null
  }[]
  /** In ascending order of seq. */
  events: ProofEvent[]
  checkpoint: Checkpoint | null
}

export const manifestName = 'manifest.json'
export const verifyScriptName = 'verify.mjs'

/** What a checkpoint's signature is made over. */
export function checkpointText(accountId: number, { seq, hash, at }: Omit<Checkpoint, 'signature'>): string {
  return `vigie checkpoint|v1|${accountId}|${seq}|${hash.toString('hex')}|${at.getTime()}`
}

/** The bundle's table of contents, as the text of its manifest file. */
export function proofManifest(input: ProofInput): string {
  const manifest = {
    format: 'vigie-proof/1',
    howToVerify: `Unpack the whole bundle, then run: node ${verifyScriptName} (Node.js 18 or later, no network)`,
    whatItProves,
    producedAt: input.producedAt.toISOString(),
    account: { id: input.accountId, name: input.accountName },
    thirdParty: input.thirdParty,
    dossier: input.dossier,
    files: input.files,
    decisions: input.decisions.map((decision) => ({ ...decision, at: decision.at.toISOString() })),
    journal: {
      genesis: genesis(input.accountId).toString('hex'),
      hashRule,
      events: input.events.map(eventEntry),
    },
    checkpoint: input.checkpoint && checkpointEntry(input.checkpoint),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const hashRule =
  'hash = SHA-256 of v1|account|seq|eventId|eventType|resourceType|resourceId|thirdpartyId|dossierId|documentId|' +
  'milliseconds since 1970|actorType|actorId|detailHash|previousHash, empty where null, digests in hex; ' +
  'detailHash = SHA-256 of salt then payload'

const whatItProves = [
  'Each file has the size and SHA-256 listed here.',
  'Each event has the hash its fields give, together with the hash of the event before it.',
  'Where numbers follow one another, nothing was put between, taken out or exchanged.',
  'Where numbers are missing, the events between belong to other dossiers and are not here: the link across the ' +
    'gap is stated, not proven, until it is compared with the journal of the service.',
  'A list that was rewritten as a whole is recognised only by a hash kept elsewhere: a signed checkpoint, an ' +
    'audit trail printed before, or the digest of this manifest as noted at delivery.',
]

function eventEntry(event: ProofEvent): Record<string, unknown> {
  const { occurredAt, detailHash, detail, previousHash, hash, ...plain } = event
  return {
    ...plain,
    occurredAt: occurredAt.toISOString(),
    detailHash: detailHash.toString('hex'),
    detail: detail ? detailEntry(detail) : null,
    previousHash: previousHash.toString('hex'),
    hash: hash.toString('hex'),
  }
}

/** As readable text where the bytes are text, so that a person can read what was recorded. */
function detailEntry({ salt, payload }: { salt: Buffer; payload: Buffer }): Record<string, string> {
  const text = payload.toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(payload)
  return { salt: salt.toString('hex'), ...(isText ? { text } : { base64: payload.toString('base64') }) }
}

function checkpointEntry({ seq, hash, at, signature }: Checkpoint): Record<string, unknown> {
  return {
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    signature: signature && {
      algorithm: 'Ed25519',
      publicKey: signature.publicKey,
      value: signature.value.toString('base64'),
    },
  }
}
