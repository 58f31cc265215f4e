import {
  genesis,
  publicKeyPem,
  type Checkpoint,
  type EventWords,
} from '../../../../platform/journal/index.ts'

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
  /** What the detail says to a reader of today, as far as nobody was erased from it. */
  words: EventWords
  /** Left out, the bundle holds only the digest of what the event says. */
  detail?: ProofDetail
  /** The hash of the account's event before it, whether or not that one is in the extract. */
  previousHash: Buffer
  hash: Buffer
}

interface ProofDetail {
  salt: Buffer
  payload: Buffer
  /** What opens the sealed boxes of the payload, in their order; null where the person was erased. */
  keys: readonly (Buffer | null)[]
}

export interface ProofInput {
  accountId: number
  accountName: string
  dossier: { id: number; reference: string; type: string }
  thirdParty: { id: number; name: string }
  producedAt: Date
  files: {
    path: string
    size: number
    sha256: string
    documentId: number
    responseId: number
    seal?: object | null
  }[]
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
      boxRule,
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

const boxRule =
  'Words about people are sealed: box = base64 of nonce (12 bytes), tag (16 bytes) and the words in AES-256-GCM, ' +
  'with account:person as additional data; keys[n] opens the n-th box and is null once the person was erased'

const whatItProves = [
  'Each file has the size and SHA-256 listed here.',
  'Each event has the hash its fields give, together with the hash of the event before it.',
  'Where numbers follow one another, nothing was put between, taken out or exchanged.',
  'Where numbers are missing, the events between belong to other dossiers and are not here: the link across the ' +
    'gap is stated, not proven, until it is compared with the journal of the service.',
  'What is said of the seal of a file was found by the service and is stated, not proven: any program that judges ' +
    'signatures can judge the file again, and “vigie inspect” as the service did.',
  'A list that was rewritten as a whole is recognised only by a hash kept elsewhere: a signed checkpoint, an ' +
    'audit trail printed before, or the digest of this manifest as noted at delivery.',
]

function eventEntry(event: ProofEvent): Record<string, unknown> {
  const { occurredAt, words, detailHash, detail, previousHash, hash, ...plain } = event
  return {
    ...plain,
    occurredAt: occurredAt.toISOString(),
    // Words that nothing here proves stay out.
    actor: detail && words.actor !== '' ? words.actor : null,
    data: detail ? words.data : null,
    detailHash: detailHash.toString('hex'),
    detail: detail ? detailEntry(detail) : null,
    previousHash: previousHash.toString('hex'),
    hash: hash.toString('hex'),
  }
}

/** As readable text where the bytes are text, so that a person can read what was recorded. */
function detailEntry({ salt, payload, keys }: ProofDetail): Record<string, unknown> {
  const text = payload.toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(payload)
  return {
    salt: salt.toString('hex'),
    ...(isText ? { text } : { base64: payload.toString('base64') }),
    ...(keys.length > 0 && { keys: keys.map((key) => key?.toString('hex') ?? null) }),
  }
}

function checkpointEntry(checkpoint: Checkpoint): Record<string, unknown> {
  const { seq, hash, at, madeAt, keyId, publicKey, signature } = checkpoint
  return {
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    madeAt: madeAt.toISOString(),
    signature: {
      algorithm: 'Ed25519',
      keyId,
      publicKey: publicKeyPem(publicKey),
      value: signature.toString('base64'),
    },
  }
}
