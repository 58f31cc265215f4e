import { randomUUID } from 'node:crypto'
import { createAccount } from '../../src/create-account.ts'
import { createClient, createUser, operatorOf } from '../../src/domain/accounts/index.ts'
import { wholeAccount, roles, type ProblemCode, type Role } from '../../src/platform/kernel/index.ts'
import { queueMail } from '../../src/platform/mail/index.ts'
import type { TestApp } from '../harness/index.ts'
import { givenFile } from '../files/given-file.ts'
import { givenFinding } from '../findings/given-finding.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { givenHit } from '../screening/given-hit.ts'
import { simpleMakers } from './simple-makers.ts'
import * as worldRows from './world-rows.ts'

export type ResourceKind =
  | 'user'
  | 'memberInvitation'
  | 'session'
  | 'factorHolder'
  | 'client'
  | 'clientSecret'
  | 'mail'
  | 'thirdParty'
  | 'managedThirdParty'
  | 'attribute'
  | 'import'
  | 'dossier'
  | 'document'
  | 'freshDossier'
  | 'freshDocument'
  | 'rule'
  | 'comment'
  | 'contact'
  | 'freshContact'
  | 'suggestedContact'
  | 'pendingResponse'
  | 'draft'
  | 'draftForm'
  | 'draftFile'
  | 'filedDossier'
  | 'filedDocument'
  | 'filedResponse'
  | 'file'
  | 'webhook'
  | 'freshWebhook'
  | 'webhookDelivery'
  | 'savedView'
  | 'unit'
  | 'team'
  | 'task'
  | 'closedTask'
  | 'alertChannel'
  | 'accountExport'
  | 'provisioningToken'
  | 'directoryGroup'
  | 'screeningHit'
  | 'finding'
  | 'correctiveAction'
  | 'correctiveEvidence'
  | 'watchlist'
  | 'sealRoot'

export interface Resource {
  /** One of the own account that nothing was done to yet. */
  own(): Promise<number>
  /** One of the other account, full of canaries. */
  readonly foreign: number
  readonly absent: ProblemCode
}

export interface Caller {
  readonly name: string
  readonly role: Role
  readonly token: string
}

export interface World {
  readonly home: Side
  readonly foreign: Side
  readonly resources: Record<ResourceKind, Resource>
  /** Each role, as an API client and as a person. */
  readonly callers: readonly Caller[]
  /** A person who is ADMIN at home and READER in a third account. */
  readonly twofold: { readonly token: string; readonly otherBase: string }
  /** In every text the foreign account stored; and what no log line may show of anyone. */
  readonly canary: string
  readonly secrets: Set<string>
}

interface Side {
  readonly accountId: number
  readonly base: string
  readonly token: string
  readonly clientId: string
  readonly clientSecret: string
}

const inBoth = (text: string) => ({ fr: text, en: text })

/** Types that every account here has under the same code, each with words of its own. */
export const ownDocument = {
  names: { code: 'OWN_PIECE' },
  definition: (text: string) => ({
    name: inBoth(text),
    purpose: inBoth(text),
    theme: 'FINANCE',
    kind: 'FILE',
    validity: { kind: 'CALENDAR_YEAR' },
    legalBasis: inBoth(text),
    legalBasisVerified: false,
    acceptedFileTypes: ['application/pdf'],
    retentionYears: 10,
    expectedScore: null,
    personalData: false,
    bankDetails: false,
    fields: [],
  }),
}
/** A draft: nothing of it is published. */
export const ownDossier = {
  names: { code: 'OWN_DOSSIER' },
  definition: (text: string) => ({
    label: inBoth(text),
    purpose: inBoth(text),
    typed: false,
    themes: ['FINANCE'],
    renewal: null,
    dueDays: 28,
    documents: [],
  }),
}

let serial = 100_000_000

/** A company no register knows; each time another one. */
/** A company that every account has under this code of its own. */
export const ownCompany = { code: 'MATRIX' }

export function unknownCompany(name: string): object {
  serial += 1
  return {
    legalIdentifier: { code: 'CIT003', value: String(serial) },
    code: `${name} ${serial}`,
    unmanaged: { name, countryCode: 'GB' },
  }
}

export async function buildWorld(harness: TestApp): Promise<World> {
  const { db, given } = harness
  const canary = `CANARY-${randomUUID()}`
  const home = await makeSide(harness, 'Home')
  const foreign = await makeSide(harness, canary)
  const third = await makeSide(harness, 'Third')
  const at = { home: makers(harness, home, 'Home'), foreign: makers(harness, foreign, canary) }
  const callers: Caller[] = []
  for (const role of roles) {
    const client = await given.client(home.accountId, [role])
    const person = await given.person([home.accountId], [role])
    callers.push({ name: `client ${role}`, role, token: client.token })
    callers.push({ name: `person ${role}`, role, token: person.token })
  }
  const twofold = await given.person([home.accountId], ['ADMIN'])
  const membership = { account_id: third.accountId, user_id: twofold.userId, roles: ['READER'] }
  await db.system((tx) => tx.insertInto('membership').values(membership).execute())
  const token = await worldRows.signIn(harness, twofold.email, twofold.password)
  const resource = async (kind: ResourceKind, absent: ProblemCode): Promise<Resource> => ({
    own: at.home[kind],
    foreign: await at.foreign[kind](),
    absent,
  })
  await worldRows.givenExport(harness.admin, home.accountId)
  // A second of each, so that the foreign lists have a next page.
  await at.foreign.thirdParty()
  await at.foreign.mail()
  return {
    home,
    foreign,
    canary,
    callers,
    twofold: { token, otherBase: third.base },
    secrets: new Set([home, foreign].flatMap((side) => [side.token, side.clientSecret]).concat(token)),
    resources: {
      user: await resource('user', 'USER_NOT_FOUND'),
      memberInvitation: await resource('memberInvitation', 'MEMBER_INVITATION_NOT_FOUND'),
      session: await resource('session', 'SESSION_NOT_FOUND'),
      factorHolder: await resource('factorHolder', 'USER_NOT_FOUND'),
      client: await resource('client', 'CLIENT_NOT_FOUND'),
      mail: await resource('mail', 'MAIL_NOT_FOUND'),
      thirdParty: await resource('thirdParty', 'THIRD_PARTY_NOT_FOUND'),
      managedThirdParty: await resource('managedThirdParty', 'THIRD_PARTY_NOT_FOUND'),
      attribute: await resource('attribute', 'ATTRIBUTE_NOT_FOUND'),
      import: await resource('import', 'IMPORT_NOT_FOUND'),
      dossier: await resource('dossier', 'DOSSIER_NOT_FOUND'),
      comment: await resource('comment', 'COMMENT_NOT_FOUND'),
      contact: await resource('contact', 'CONTACT_NOT_FOUND'),
      freshContact: await resource('freshContact', 'CONTACT_NOT_FOUND'),
      suggestedContact: await resource('suggestedContact', 'CONTACT_NOT_FOUND'),
      pendingResponse: await resource('pendingResponse', 'RESPONSE_NOT_FOUND'),
      draft: await resource('draft', 'RESPONSE_NOT_FOUND'),
      draftForm: await resource('draftForm', 'RESPONSE_NOT_FOUND'),
      draftFile: await resource('draftFile', 'FILE_NOT_FOUND'),
      filedDossier: await resource('filedDossier', 'DOSSIER_NOT_FOUND'),
      filedDocument: await resource('filedDocument', 'DOCUMENT_NOT_FOUND'),
      filedResponse: await resource('filedResponse', 'RESPONSE_NOT_FOUND'),
      file: await resource('file', 'FILE_NOT_FOUND'),
      webhook: await resource('webhook', 'WEBHOOK_NOT_FOUND'),
      freshWebhook: await resource('freshWebhook', 'WEBHOOK_NOT_FOUND'),
      clientSecret: await resource('clientSecret', 'CLIENT_SECRET_NOT_FOUND'),
      webhookDelivery: await resource('webhookDelivery', 'WEBHOOK_DELIVERY_NOT_FOUND'),
      provisioningToken: await resource('provisioningToken', 'PROVISIONING_TOKEN_NOT_FOUND'),
      directoryGroup: await resource('directoryGroup', 'DIRECTORY_GROUP_NOT_FOUND'),
      savedView: await resource('savedView', 'SAVED_VIEW_NOT_FOUND'),
      unit: await resource('unit', 'UNIT_NOT_FOUND'),
      team: await resource('team', 'TEAM_NOT_FOUND'),
      task: await resource('task', 'TASK_NOT_FOUND'),
      closedTask: await resource('closedTask', 'TASK_NOT_FOUND'),
      alertChannel: await resource('alertChannel', 'ALERT_CHANNEL_NOT_FOUND'),
      accountExport: await resource('accountExport', 'EXPORT_NOT_FOUND'),
      screeningHit: await resource('screeningHit', 'HIT_NOT_FOUND'),
      finding: await resource('finding', 'FINDING_NOT_FOUND'),
      correctiveAction: await resource('correctiveAction', 'ACTION_NOT_FOUND'),
      correctiveEvidence: await resource('correctiveEvidence', 'FILE_NOT_FOUND'),
      watchlist: await resource('watchlist', 'LIST_NOT_FOUND'),
      sealRoot: await resource('sealRoot', 'SEAL_ROOT_NOT_FOUND'),
      document: await resource('document', 'DOCUMENT_NOT_FOUND'),
      freshDossier: await resource('freshDossier', 'DOSSIER_NOT_FOUND'),
      freshDocument: await resource('freshDocument', 'DOCUMENT_NOT_FOUND'),
      rule: await resource('rule', 'RULE_NOT_FOUND'),
    },
  }
}

export interface Home {
  readonly home: Side
  readonly resources: Record<ResourceKind, Pick<Resource, 'own'>>
}

/** The own account alone, for tests that need no other. */
export async function buildHome(harness: TestApp): Promise<Home> {
  const home = await makeSide(harness, 'Home')
  await worldRows.givenExport(harness.admin, home.accountId)
  const made = Object.entries(makers(harness, home, 'Home')).map(([kind, own]) => [kind, { own }])
  return { home, resources: Object.fromEntries(made) as Home['resources'] }
}

async function makeSide({ db, app }: TestApp, name: string): Promise<Side> {
  const { accountId } = await db.system((tx) => createAccount(tx, { name }))
  const made = await db.system((tx) => createClient(tx, operatorOf(accountId), { name, scopes: ['ADMIN'] }))
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.clientId,
      client_secret: made.clientSecret,
    }).toString(),
  })
  const token = answer.json<{ access_token: string }>().access_token
  const { clientId, clientSecret } = made
  for (const [path, { names, definition }] of [
    ['document-types', ownDocument],
    ['dossier-types', ownDossier],
  ] as const) {
    const url = `/api/v1/account/${accountId}/${path}/${names.code}`
    const headers = { authorization: `Bearer ${token}` }
    const put = await app.inject({ method: 'PUT', url, headers, payload: definition(name) })
    if (put.statusCode !== 201) throw new Error(put.body)
  }
  const base = `/api/v1/account/${accountId}`
  const headers = { authorization: `Bearer ${token}` }
  const payload = { ...unknownCompany(name), code: ownCompany.code }
  const added = await app.inject({ method: 'POST', url: `${base}/thirdparties`, headers, payload })
  if (added.statusCode !== 201) throw new Error(added.body)
  return { accountId, base, token, clientId, clientSecret }
}

function makers(harness: TestApp, side: Side, text: string): Record<ResourceKind, () => Promise<number>> {
  const { db } = harness
  const { accountId, base, token } = side
  const scope = { accountId, actor: { type: 'JOB', id: null, name: text } } as const
  let managed: Promise<{ thirdpartyId: number }> | undefined
  let shared: ReturnType<typeof dossier> | undefined
  let latest: ReturnType<typeof dossier> | undefined
  const thirdParty = async (): Promise<number> => {
    const answer = await harness.call('POST', `${base}/thirdparties`, { token, body: unknownCompany(text) })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ thirdpartyId: number }>().thirdpartyId
  }
  const dossier = async () => {
    const made = await harness.given.dossier(side, await thirdParty())
    await harness.call('PATCH', `${base}/dossiers/${made.dossierId}`, { token, body: { reference: text } })
    return made
  }
  const named = async (path: string, id: string, more: object = {}) => {
    const body = { ...more, name: `${text.slice(0, 60)} ${randomUUID().slice(0, 30)}` }
    const answer = await harness.call('POST', `${base}/${path}`, { token, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<Record<string, number>>()[id] ?? 0
  }
  const finding = async () => {
    const { thirdpartyId } = await (managed ??= harness.given.thirdParty(side))
    return givenFinding(harness.admin, { accountId, thirdpartyId, text })
  }
  const rule = () => named('rules', 'ruleId', { dossierTypeCodes: ['SCREENING'] })
  let known: Promise<number> | undefined
  const unanswered: number[] = []
  // A document has one draft at a time; these take files, those a form.
  const forDrafts = { FILE: [] as number[], FORM: [] as number[] }
  const draft = async (kind: 'FILE' | 'FORM') => {
    if (forDrafts[kind].length === 0) {
      const { NDA, GTC, ACCOUNTS, SUP_IDENTITY, UBO, CODE_CONDUCT } = (await dossier()).documents
      forDrafts.FILE.push(NDA ?? 0, GTC ?? 0, ACCOUNTS ?? 0)
      forDrafts.FORM.push(SUP_IDENTITY ?? 0, UBO ?? 0, CODE_CONDUCT ?? 0)
    }
    const given = { accountId, documentId: forDrafts[kind].pop() ?? 0, state: 'DRAFT' }
    return givenAnswer(harness, kind === 'FORM' ? { ...given, formdata: [] } : given)
  }
  let lastDraft: Promise<number> | undefined
  // One dossier with one file for all that only read it.
  const filed = async () => {
    const { dossierId, documents } = await dossier()
    const documentId = documents['NDA'] ?? 0
    return { dossierId, documentId, ...(await givenFile(harness, { accountId, documentId, text })) }
  }
  let kept: ReturnType<typeof filed> | undefined
  const anyFile = () => (kept ??= filed())
  const contact = async () => {
    const { thirdpartyId } = await (managed ??= harness.given.thirdParty(side))
    const body = { email: `${randomUUID()}@people.example`, firstName: text, lastName: text }
    const url = `${base}/thirdparties/${thirdpartyId}/contacts`
    const answer = await harness.call('POST', url, { token, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ contactId: number }>().contactId
  }
  const anyDossier = async () => {
    if (!shared) {
      const body = { label: 'Site', type: 'string', scope: 'DOSSIER' }
      await harness.call('POST', `${base}/attributes`, { token, body })
    }
    return (shared ??= dossier())
  }
  const freshWebhook = async () => {
    const body = { url: receiverUrl, description: text }
    const answer = await harness.call('POST', `${base}/webhooks`, { token, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ endpointId: number }>().endpointId
  }
  let webhook: Promise<number> | undefined
  const user = async () => {
    const email = `${text}.${randomUUID().slice(0, 8)}@people.example`.toLowerCase()
    const command = { accountId, email, name: text, roles: ['READER' as const], passwordHash: null }
    return (await db.system((tx) => createUser(tx, command))).userId
  }
  let lastUser: Promise<number> | undefined
  let lastClient = 0
  return {
    user: () => (lastUser = user()),
    // Of the person made last: the two stand in one path.
    session: async () => {
      const { rows } = await harness.admin.query<{ id: string }>(
        `insert into person_session (family_id, user_id, token_version, started_at, last_seen_at, expires_at, proved_at)
         values (gen_random_uuid(), $1, 1, now(), now(), now() + interval '1 hour', now())
         returning session_id as id`,
        [await (lastUser ??= user())],
      )
      return Number(rows[0]?.id)
    },
    factorHolder: async () => {
      const userId = await user()
      await harness.admin.query(
        `insert into second_factor (user_id, kind, name, created_at, sealed_secret)
         values ($1, 'TOTP', $2, now(), '\\x00')`,
        [userId, text],
      )
      return userId
    },
    memberInvitation: async () => {
      const email = `${text}.${randomUUID().slice(0, 8)}@people.example`.toLowerCase()
      const body = { email, name: text, roles: ['READER'] }
      const answer = await harness.call('POST', `${base}/users`, { token, body })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ invitationId: number }>().invitationId
    },
    client: async () => {
      const command = { name: text, scopes: ['READER' as const] }
      const made = await db.system((tx) => createClient(tx, operatorOf(accountId), command))
      return (lastClient = made.apiClientId)
    },
    // A second one of the client that was made last: the only one could not be removed.
    clientSecret: async () => {
      const body = { label: text }
      const answer = await harness.call('POST', `${base}/clients/${lastClient}/secrets`, { token, body })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ secrets: { id: number }[] }>().secrets[0]?.id ?? 0
    },
    mail: async () => {
      const recipient = `${text}@people.example`
      const words = { subject: text, text, html: `<p>${text}</p>` }
      const mail = { dedupeKey: randomUUID(), template: text, recipient, language: 'en' as const, ...words }
      return (await db.write(wholeAccount(scope.accountId), (tx) => queueMail(tx, scope, mail))) ?? 0
    },
    comment: async () => {
      const { thirdpartyId } = await (managed ??= harness.given.thirdParty(side))
      const url = `${base}/thirdparties/${thirdpartyId}/comments`
      const answer = await harness.call('POST', url, { token, body: { text } })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ commentId: number }>().commentId
    },
    // Of the managed third party: the two stand in one path.
    contact: () => (known ??= contact()),
    freshContact: contact,
    suggestedContact: async () => {
      const { thirdpartyId } = await (managed ??= harness.given.thirdParty(side))
      const { rows } = await harness.admin.query<{ id: number }>(
        `insert into contact (account_id, thirdparty_id, email, first_name, suggested_by, created_at, updated_at,
           deleted_at)
         values ($1, $2, $3, $4, $5, now(), now(), now()) returning contact_id as id`,
        [accountId, thirdpartyId, `${randomUUID()}@people.example`, text, await (known ??= contact())],
      )
      return rows[0]?.id ?? 0
    },
    pendingResponse: async () => {
      // Each its own document: a document has one answer under review at a time.
      if (unanswered.length === 0) {
        const { BANK_DETAILS: _two, ...others } = (await dossier()).documents
        unanswered.push(...Object.values(others))
      }
      const documentId = unanswered.pop() ?? 0
      return givenAnswer(harness, { accountId, documentId })
    },
    draft: () => (lastDraft = draft('FILE')),
    draftForm: () => draft('FORM'),
    // Of the draft made last: the two stand in one path.
    draftFile: async () => {
      const responseId = await (lastDraft ??= draft('FILE'))
      const found = await harness.admin.query<{ id: string }>(
        'select evidence_id as id from evidence where response_id = $1',
        [responseId],
      )
      return Number(found.rows[0]?.id)
    },
    filedDossier: async () => (await anyFile()).dossierId,
    filedDocument: async () => (await anyFile()).documentId,
    filedResponse: async () => (await anyFile()).responseId,
    file: async () => (await anyFile()).fileId,
    rule,
    // One for all that leave it there: an account may have twenty.
    webhook: () => (webhook ??= freshWebhook()),
    freshWebhook,
    // A test send each time, settled at once, since nobody listens there.
    webhookDelivery: async () => {
      const endpointId = await (webhook ??= freshWebhook())
      const answer = await harness.call('POST', `${base}/webhooks/${endpointId}/test`, { token })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<{ deliveryId: number }>().deliveryId
    },
    team: () => named('teams', 'teamId'),
    ...simpleMakers(harness, { ...side, company: () => (managed ??= harness.given.thirdParty(side)) }, text),
    alertChannel: () => named('alert-channels', 'channelId', { service: 'SLACK', url: receiverUrl }),
    accountExport: () => worldRows.givenExport(harness.admin, accountId),
    unit: () => named('units', 'unitId'),
    provisioningToken: () => worldRows.givenProvisioningToken(harness.admin, accountId, text),
    directoryGroup: () => worldRows.givenDirectoryGroup(harness.admin, accountId, text),
    screeningHit: async () => {
      const thirdpartyId = (await (managed ??= harness.given.thirdParty(side))).thirdpartyId
      return givenHit(harness.admin, { accountId: side.accountId, thirdpartyId, name: text })
    },
    finding: async () => (await finding()).findingId,
    correctiveAction: async () => (await finding()).actionId,
    correctiveEvidence: async () => (await finding()).evidenceId,
    watchlist: () => worldRows.givenOwnList(harness.admin, accountId, text),
    sealRoot: () => worldRows.givenSealRoot(harness.admin, accountId, text),
    thirdParty,
    // One for all that leave it open.
    dossier: async () => (await anyDossier()).dossierId,
    document: async () => (await anyDossier()).documents['NDA'] ?? 0,
    freshDossier: async () => (await (latest = dossier())).dossierId,
    // Of the fresh dossier made last: paths that name both want them to belong together.
    freshDocument: async () => (await (latest ??= dossier())).documents['NDA'] ?? 0,
    // One for all: the bundled register is small, and asking it again harms nothing.
    managedThirdParty: async () => (await (managed ??= harness.given.thirdParty(side))).thirdpartyId,
    import: async () => {
      const answer = await harness.app.inject({
        method: 'POST',
        url: `${base}/thirdparties/imports`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        payload: `siret,code\n73282932000074,${text}\n`,
      })
      if (answer.statusCode !== 202) throw new Error(answer.body)
      return answer.json<{ importId: number }>().importId
    },
  }
}

/** What the installation needs for every route to have a way to succeed. Never asked: its jobs are only queued. */
const receiverUrl = 'http://127.0.0.1:9/'
export const worldEnvironment = { VERIFICATION_URL: receiverUrl, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9' }
