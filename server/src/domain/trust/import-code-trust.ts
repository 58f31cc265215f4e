import { createHash, X509Certificate } from 'node:crypto'
import { certificatesIn, codeCertificates, type CodeCertificate } from '@vigie/codes'
import {
  readCodeList,
  readRevokedNumbers,
  SealFault,
  type CodeList,
  type RevokedNumbers,
  type TrustFile,
} from '@vigie/seals'
import { sql } from 'kysely'
import { recordOperatorAct } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { newestCodeTrust, type CodeListFacts } from './code-trust.queries.ts'
import { TrustImportError } from './import-trust.ts'

export interface CodeTrustImport {
  readonly outcome: 'IN_FORCE' | 'UNCHANGED'
  readonly version: number
  readonly list: CodeListFacts
  /** Certificates of the files to which no way leads from the list. */
  readonly leftOut: number
  /** Certificates that their issuers had revoked. */
  readonly revoked: number
}

interface Offered {
  /** The list, and certificates and lists of revoked ones as its authorities publish them. */
  readonly files: readonly TrustFile[]
  /** Certificates that may sign the list. */
  readonly listSigners: readonly TrustFile[]
  /** Takes a list that is older than the one in force. */
  readonly force: boolean
}

/** Takes the list and its certificates as the whole truth, each time. */
export async function importCodeTrust(
  db: Db,
  { files, listSigners, force }: Offered,
): Promise<CodeTrustImport> {
  const list = readOneList(files, listSigners)
  const { pool, revocations } = sortFiles(files.filter((file) => !isXml(file)))
  const certificates = codeCertificates(
    list.authorities.map((one) => ({ ...one, certificates: one.certificates.map(toCertificate) })),
    pool,
  )
  const signing = pool.filter(({ ca }) => !ca).length
  const known = new Set(certificates.map(({ certificate }) => certificate.fingerprint256))
  const issuers = [
    ...pool.filter(({ ca }) => ca).map(({ raw }) => raw),
    ...list.authorities.flatMap(authorityOf),
  ]
  const revoked = revokedAmong(certificates, revocations, issuers)
  const facts = factsOf(list, certificates.length)
  const digest = digestOf(files)
  return db.system(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('code_trust_version', 0))`.execute(tx)
    const former = await newestCodeTrust(tx)
    const leftOut = signing - known.size
    const [before] = former?.lists ?? []
    if (former && before && former.digest.equals(digest))
      return { outcome: 'UNCHANGED', version: former.version, list: before, leftOut, revoked: revoked.size }
    if (before && !force) requireNewer(facts, before)
    const version = await insertVersion(tx, { digest, facts, certificates, revoked })
    const after = { version, lists: [facts], digest: digest.toString('hex') }
    recordOperatorAct(tx, 'import-code-trust', { name: 'CODE_TRUST_IMPORTED', after, accountIds: [] })
    return { outcome: 'IN_FORCE', version, list: facts, leftOut, revoked: revoked.size }
  })
}

const isXml = ({ bytes }: TrustFile) => /^(\uFEFF)?\s*</.test(bytes.subarray(0, 64).toString('utf8'))
const authorityOf = ({ certificates }: CodeList['authorities'][number]) => certificates
const toCertificate = (der: Buffer) => new X509Certificate(der)

function readOneList(files: readonly TrustFile[], listSigners: readonly TrustFile[]): CodeList {
  const [offered, another] = files.filter(isXml)
  if (!offered) throw new TrustImportError('There is no list of authorities (XML) among these files.')
  if (another)
    throw new TrustImportError(`${offered.name} and ${another.name} are both lists. Import one alone.`)
  const list = read(offered)
  const allowed = certificatesOf(listSigners)
  if (!allowed.some(({ raw }) => raw.equals(list.signer))) {
    throw new TrustImportError(
      `${offered.name} was not imported: none of the certificates that may sign it has signed it.`,
    )
  }
  if (list.authorities.length === 0)
    throw new TrustImportError(`${offered.name} names no authority for codes.`)
  return list
}

function read({ name, bytes }: TrustFile): CodeList {
  try {
    return readCodeList(bytes)
  } catch (error) {
    if (error instanceof SealFault) throw new TrustImportError(`${name} was not imported: ${error.message}.`)
    throw error
  }
}

interface Sorted {
  readonly pool: readonly X509Certificate[]
  readonly revocations: readonly RevokedNumbers[]
}

function sortFiles(files: readonly TrustFile[]): Sorted {
  const lists = files.map((file) => ({ file, list: readRevokedNumbers(file.bytes) }))
  return {
    pool: certificatesOf(lists.filter(({ list }) => list === null).map(({ file }) => file)),
    revocations: lists.flatMap(({ list }) => list ?? []),
  }
}

/** By fingerprint. A list of somebody else says nothing about a certificate. */
function revokedAmong(
  certificates: readonly CodeCertificate[],
  revocations: readonly RevokedNumbers[],
  issuers: readonly Buffer[],
): ReadonlySet<string> {
  const signed = revocations.map((list) => ({ list, by: issuers.filter((der) => list.isSignedBy(der)) }))
  const revoked = certificates.filter(({ certificate }) =>
    signed.some(
      ({ list, by }) =>
        list.numbers.has(certificate.serialNumber.replace(/^0+(?=.)/, '')) &&
        by.some((der) => certificate.checkIssued(toCertificate(der))),
    ),
  )
  return new Set(revoked.map(({ certificate }) => certificate.fingerprint256))
}

function certificatesOf(files: readonly TrustFile[]): X509Certificate[] {
  const found = files.flatMap(({ name, bytes }) => {
    const certificates = certificatesIn(bytes)
    if (certificates.length === 0)
      throw new TrustImportError(`${name} holds neither a list nor certificates.`)
    return certificates
  })
  return [...new Map(found.map((one) => [one.fingerprint256, one])).values()]
}

function factsOf(list: CodeList, services: number): CodeListFacts {
  const { country, sequence, issuedAt, nextUpdate, authorities } = list
  return {
    country,
    isListOfLists: false,
    sequence,
    issuedAt: issuedAt.toISOString(),
    nextUpdate: nextUpdate?.toISOString() ?? null,
    services,
    authorities: [...new Set(authorities.map(({ id }) => id))].toSorted(),
  }
}

/** An old list that somebody kept would bring back authorities that were taken off it since. */
function requireNewer({ sequence }: CodeListFacts, before: CodeListFacts): void {
  if (sequence >= before.sequence) return
  throw new TrustImportError(
    `The list has the number ${sequence}, and ${before.sequence} is in force: it is older. ` +
      'Nothing was imported; use --force to go back to it.',
  )
}

function digestOf(files: readonly TrustFile[]): Buffer {
  const each = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).toSorted()
  return createHash('sha256').update(each.join('\n')).digest()
}

interface NewVersion {
  readonly digest: Buffer
  readonly facts: CodeListFacts
  readonly certificates: readonly CodeCertificate[]
  readonly revoked: ReadonlySet<string>
}

async function insertVersion(tx: Tx, { digest, facts, certificates, revoked }: NewVersion): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into code_trust_version (version, digest, lists, certificates)
    select coalesce(max(version), 0) + 1, ${digest}, ${JSON.stringify([facts])}::jsonb, ${certificates.length}
    from code_trust_version
    returning version`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A version was not stored.')
  const kept = certificates.map(({ authority, name, certificate, from, until }) => ({
    authority,
    name,
    fingerprint: certificate.fingerprint256.replaceAll(':', ''),
    key: certificate.publicKey.export({ format: 'der', type: 'spki' }).toString('hex'),
    holder: certificate.subject.replaceAll(/\s*\n\s*/g, ', ').slice(0, 600),
    from,
    until,
    revoked: revoked.has(certificate.fingerprint256),
  }))
  await sql`
    insert into code_trust_certificate (version, authority, name, fingerprint, public_key, holder, valid_from,
      valid_until, is_revoked)
    select ${row.version}, c.authority, c.name, decode(c.fingerprint, 'hex'), decode(c.key, 'hex'), c.holder,
      c."from", c.until, c.revoked
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (authority text, name text, fingerprint text,
      key text, holder text, "from" timestamptz, until timestamptz, revoked boolean)
    order by c.authority, c.name, c.fingerprint
    on conflict do nothing`.execute(tx)
  return row.version
}
