import type { AccountLine, OpenLine } from './account-line.ts'
import { agentLines } from './agents-lines.ts'
import { checkLines } from './checks-lines.ts'
import { alertLines } from './alerts-lines.ts'
import { answerLines } from './answer-lines.ts'
import { clientsLines } from './clients-lines.ts'
import { commentLines } from './comments-lines.ts'
import { datahubLines, datahubOpenLines } from './datahub-lines.ts'
import { eventLines } from './events-lines.ts'
import { factorLines, factorOpenLines } from './factor-lines.ts'
import { fileLines } from './file-lines.ts'
import { exportLines } from './exports-lines.ts'
import { findingLines } from './findings-lines.ts'
import { identityLines } from './identity-lines.ts'
import { importLines } from './imports-lines.ts'
import { indicatorLines } from './indicators-lines.ts'
import { invitationLines } from './invitations-lines.ts'
import { journalLines } from './journal-lines.ts'
import { monitoringLines } from './monitoring-lines.ts'
import { operatorLines } from './operator-lines.ts'
import { portalLines } from './portal-lines.ts'
import { provisioningLines, scimLines } from './provisioning-lines.ts'
import { relationshipLines } from './relationships-lines.ts'
import { renewalsLines } from './renewals-lines.ts'
import { retentionLines } from './retention-lines.ts'
import { suggestedLines } from './suggested-lines.ts'
import { screeningLines } from './screening-lines.ts'
import { approvalLines } from './approvals-lines.ts'
import { keyLines } from './keys-lines.ts'
import { ownerLines } from './owners-lines.ts'
import { taskLines } from './tasks-lines.ts'
import { unitLines } from './units-lines.ts'
import { viewLines } from './views-lines.ts'
import { webhooksLines } from './webhooks-lines.ts'
import { peopleLines, peopleOpenLines } from './people-lines.ts'
import { ownDocument, ownDossier, unknownCompany } from './world.ts'

export type { AccountLine, OpenLine } from './account-line.ts'

let attributes = 0
let codes = 0
let contacts = 0

/** One line for each route of an account. HEAD follows GET and has none of its own. */
export const accountLines: readonly AccountLine[] = [
  ...peopleLines,
  ...clientsLines,
  ...agentLines,
  ...checkLines,
  ...provisioningLines,
  ...factorLines,
  ...screeningLines,
  ...findingLines,
  ...unitLines,
  ...ownerLines,
  ...keyLines,
  ...taskLines,
  ...relationshipLines,
  ...approvalLines,
  ...alertLines,
  ...exportLines,
  ...identityLines,
  { route: 'GET /mailbox/mails', right: 'administer', status: 200 },
  { route: 'GET /mailbox/mails/:mailId', right: 'administer', status: 200, ids: { mailId: 'mail' } },
  { route: 'GET /thirdparties', right: 'read', status: 200 },
  {
    route: 'GET /thirdparties/search',
    right: 'read',
    status: 200,
    query:
      'eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00',
  },
  { route: 'GET /company-registers', right: 'read', status: 200 },
  {
    route: 'POST /thirdparties/search',
    right: 'read',
    status: 200,
    body: () => ({ searchBy: 'NAME', value: 'ateliers' }),
  },
  { route: 'POST /thirdparties', right: 'manage', status: 201, body: () => unknownCompany('Home') },
  {
    route: 'GET /thirdparties/:thirdpartyId',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'PATCH /thirdparties/:thirdpartyId',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ code: `Home changed ${(codes += 1)}` }),
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/archive',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/reactivate',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/refresh',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty' },
  },
  ...importLines,
  { route: 'GET /attributes', right: 'read', status: 200 },
  {
    route: 'POST /attributes',
    right: 'administer',
    status: 201,
    body: () => ({ label: `New ${(attributes += 1)}`, type: 'string' }),
  },
  {
    route: 'POST /attributes/preview',
    right: 'administer',
    status: 200,
    body: () => ({ type: 'boolean', calculated: 'thirdparty.countryCode == "FR"' }),
  },
  { route: 'GET /attributes/:attributeId', right: 'read', status: 200, ids: { attributeId: 'attribute' } },
  {
    route: 'PATCH /attributes/:attributeId',
    right: 'administer',
    status: 200,
    ids: { attributeId: 'attribute' },
    body: () => ({ required: true }),
  },
  {
    route: 'DELETE /attributes/:attributeId',
    right: 'administer',
    status: 204,
    ids: { attributeId: 'attribute' },
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/attributes',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/attributes',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ label: 'Business unit', values: ['Home'] }),
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/attributes/:attributeId/history',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty', attributeId: 'attribute' },
  },
  {
    route: 'GET /thirdparties/:thirdpartyId/dossiers',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/dossiers',
    right: 'manage',
    status: 201,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ dossierTypeCode: 'CSR', reference: 'Home' }),
  },
  { route: 'GET /dossiers', right: 'read', status: 200 },
  {
    route: 'GET /dossiers/search',
    right: 'read',
    status: 200,
    query:
      'eventNames=DOSSIER_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00',
  },
  { route: 'GET /dossiers/:dossierId', right: 'read', status: 200, ids: { dossierId: 'dossier' } },
  {
    route: 'PATCH /dossiers/:dossierId',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ reference: 'Home changed' }),
  },
  {
    route: 'POST /dossiers/:dossierId/archive',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'freshDossier' },
  },
  {
    route: 'POST /dossiers/:dossierId/reactivate',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'freshDossier' },
  },
  {
    route: 'POST /dossiers/:dossierId/renew',
    right: 'manage',
    status: 201,
    ids: { dossierId: 'freshDossier' },
  },
  {
    route: 'POST /dossiers/:dossierId/requirements',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ newRequiredDocuments: ['GHG_REPORT'] }),
  },
  {
    route: 'GET /dossiers/:dossierId/attributes',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier' },
  },
  {
    route: 'POST /dossiers/:dossierId/attributes',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier' },
    body: () => ({ label: 'Site', values: ['Home'] }),
  },
  {
    route: 'GET /dossiers/:dossierId/documents',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier' },
  },
  {
    route: 'GET /dossiers/:dossierId/documents/:documentId',
    right: 'read',
    status: 200,
    ids: { dossierId: 'dossier', documentId: 'document' },
  },
  {
    route: 'PATCH /dossiers/:dossierId/documents/:documentId',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'dossier', documentId: 'document' },
    body: () => ({ dueDate: '2030-01-01' }),
  },
  {
    route: 'POST /dossiers/:dossierId/documents/:documentId/stop',
    right: 'manage',
    status: 200,
    ids: { dossierId: 'freshDossier', documentId: 'freshDocument' },
  },
  ...fileLines,
  ...viewLines,
  ...webhooksLines,
  { route: 'GET /documents', right: 'read', status: 200 },
  {
    route: 'GET /documents/search',
    right: 'read',
    status: 200,
    query:
      'eventNames=DOCUMENT_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00',
  },
  { route: 'GET /themes', right: 'read', status: 200 },
  { route: 'GET /document-types', right: 'read', status: 200 },
  { route: 'GET /document-types/:code', right: 'read', status: 200, names: ownDocument.names },
  {
    route: 'PUT /document-types/:code',
    right: 'administer',
    status: 200,
    names: ownDocument.names,
    body: () => ownDocument.definition('Home changed'),
  },
  {
    route: 'POST /document-types/:code/archive',
    right: 'administer',
    status: 200,
    names: ownDocument.names,
  },
  {
    route: 'POST /document-types/:code/reactivate',
    right: 'administer',
    status: 200,
    names: ownDocument.names,
  },
  { route: 'GET /dossier-types', right: 'read', status: 200 },
  { route: 'GET /dossier-types/:code', right: 'read', status: 200, names: ownDossier.names },
  { route: 'GET /dossier-types/:code/diff', right: 'read', status: 200, names: ownDossier.names },
  {
    route: 'PUT /dossier-types/:code',
    right: 'administer',
    status: 200,
    names: ownDossier.names,
    body: () => ownDossier.definition('Home changed'),
  },
  {
    route: 'POST /dossier-types/:code/publish',
    right: 'administer',
    status: 200,
    names: ownDossier.names,
    body: () => ({ dryRun: true, applyToOpen: true }),
  },
  {
    route: 'POST /catalogue/upgrade',
    right: 'administer',
    status: 200,
    body: () => ({ dryRun: false }),
  },
  { route: 'GET /bank-guard', right: 'read', status: 200 },
  { route: 'PATCH /bank-guard', right: 'administer', status: 200, body: () => ({ recentChangeDays: 60 }) },
  { route: 'GET /overdue-policies', right: 'read', status: 200 },
  {
    route: 'PUT /overdue-policies/:dossierTypeCode',
    right: 'administer',
    status: 200,
    names: { dossierTypeCode: 'ONBOARDING' },
    body: () => ({ actionDays: 14, escalationDays: null }),
  },
  { route: 'GET /evaluation-options', right: 'read', status: 200 },
  {
    route: 'PATCH /evaluation-options',
    right: 'administer',
    status: 200,
    body: () => ({ secondReviewer: true }),
  },
  { route: 'GET /rules', right: 'read', status: 200 },
  {
    route: 'POST /rules',
    right: 'manage',
    status: 201,
    body: () => ({ name: 'Home', dossierTypeCodes: ['SCREENING'] }),
  },
  {
    route: 'POST /rules/simulate',
    right: 'manage',
    status: 200,
    body: () => ({ dossierTypeCodes: ['SCREENING'] }),
  },
  { route: 'GET /rules/:ruleId', right: 'read', status: 200, ids: { ruleId: 'rule' } },
  {
    route: 'PATCH /rules/:ruleId',
    right: 'manage',
    status: 200,
    ids: { ruleId: 'rule' },
    body: () => ({ name: 'Home changed' }),
  },
  { route: 'DELETE /rules/:ruleId', right: 'manage', status: 204, ids: { ruleId: 'rule' } },
  { route: 'POST /rules/:ruleId/activate', right: 'manage', status: 200, ids: { ruleId: 'rule' } },
  { route: 'POST /rules/:ruleId/deactivate', right: 'manage', status: 200, ids: { ruleId: 'rule' } },
  {
    route: 'GET /thirdparties/:thirdpartyId/contacts',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty' },
  },
  {
    route: 'POST /thirdparties/:thirdpartyId/contacts',
    right: 'manage',
    status: 201,
    ids: { thirdpartyId: 'thirdParty' },
    body: () => ({ email: `contact.${(contacts += 1)}@people.example` }),
  },
  {
    route: 'PATCH /thirdparties/:thirdpartyId/contacts/:contactId',
    right: 'manage',
    status: 200,
    ids: { thirdpartyId: 'managedThirdParty', contactId: 'contact' },
    body: () => ({ lastName: 'Home changed' }),
  },
  {
    route: 'DELETE /thirdparties/:thirdpartyId/contacts/:contactId',
    right: 'manage',
    status: 204,
    ids: { thirdpartyId: 'managedThirdParty', contactId: 'freshContact' },
  },
  {
    route: 'POST /responses/:responseId/approve',
    right: 'decide',
    status: 200,
    ids: { responseId: 'pendingResponse' },
  },
  {
    route: 'POST /responses/:responseId/reject',
    right: 'decide',
    status: 200,
    ids: { responseId: 'pendingResponse' },
    body: () => ({ shareRejectionReason: false }),
  },
  ...answerLines,
  ...commentLines,
  ...datahubLines,
  ...eventLines,
  ...journalLines,
  ...indicatorLines,
  ...invitationLines,
  ...suggestedLines,
  ...monitoringLines,
  ...renewalsLines,
  ...retentionLines,
]

const page = { 'x-vigie-client': 'web' }
const nobody = { email: 'nobody@people.example', password: 'not-the-password' }

export const openLines: readonly OpenLine[] = [
  { route: 'GET /me', right: 'authenticated', answer: [401, 'AUTH_TOKEN_MISSING'] },
  { route: 'GET /healthz', right: 'public', answer: [200] },
  { route: 'GET /livez', right: 'public', answer: [200] },
  { route: 'GET /readyz', right: 'public', answer: [200] },
  { route: 'GET /readyz/:check', url: '/readyz/database', right: 'public', answer: [200] },
  { route: 'GET /metrics', right: 'public', answer: [200] },
  { route: 'GET /problems', right: 'public', answer: [200] },
  { route: 'GET /problems/:slug', right: 'public', url: '/problems/rate-limited', answer: [200] },
  { route: 'GET /openapi.json', right: 'public', answer: [200] },
  { route: 'GET /event-names', right: 'public', answer: [200] },
  { route: 'GET /docs', right: 'public', answer: [200] },
  { route: 'GET /llms.txt', right: 'public', answer: [200] },
  { route: 'GET /docs/start.js', right: 'public', answer: [200] },
  { route: 'GET /docs/scalar.js', right: 'public', answer: [200] },
  { route: 'GET /.well-known/jwks.json', right: 'public', answer: [200] },
  { route: 'GET /.well-known/oauth-authorization-server', right: 'public', answer: [200] },
  {
    route: 'POST /oauth2/token',
    right: 'public',
    form: 'grant_type=client_credentials',
    answer: [401, 'invalid_client'],
  },
  // Always the same answer: it must not tell which tokens exist.
  { route: 'POST /oauth2/revoke', right: 'public', form: 'token=unknown', answer: [200] },
  { route: 'POST /auth/sign-in', right: 'public', body: nobody, answer: [401, 'LOGIN_FAILED'] },
  { route: 'POST /auth/refresh', right: 'public', headers: page, answer: [401, 'AUTH_TOKEN_MISSING'] },
  { route: 'POST /auth/sign-out', right: 'public', headers: page, answer: [204] },
  {
    route: 'POST /auth/set-password',
    right: 'public',
    body: { token: 'forged', password: 'a-long-enough-passphrase-42' },
    answer: [403, 'PASSWORD_LINK_INVALID'],
  },
  ...peopleOpenLines,
  { route: 'GET /f/:token', right: 'public', url: '/f/forged', answer: [403, 'LINK_INVALID'] },
  { route: 'GET /auth/options', right: 'public', answer: [200] },
  { route: 'GET /auth/oidc/start', right: 'public', answer: [303] },
  { route: 'GET /auth/oidc/callback', right: 'public', answer: [303] },
  { route: 'GET /', right: 'public', answer: [302] },
  { route: 'GET /app', right: 'public', answer: [302] },
  { route: 'GET /app/*', right: 'public', url: '/app/no-such-file.js', answer: [404, 'ROUTE_NOT_FOUND'] },
  { route: 'GET /portal', right: 'public', answer: [200] },
  { route: 'GET /portal/*', right: 'public', url: '/portal/no-file.js', answer: [404, 'ROUTE_NOT_FOUND'] },
  {
    route: 'GET /portal/unsubscribe',
    right: 'public',
    url: '/portal/unsubscribe?token=x',
    answer: [200],
  },
  {
    route: 'POST /portal/unsubscribe',
    right: 'public',
    url: '/portal/unsubscribe?token=x',
    form: 'List-Unsubscribe=One-Click',
    answer: [403, 'UNSUBSCRIBE_LINK_INVALID'],
  },
  { route: 'GET /alerts/unsubscribe', right: 'public', url: '/alerts/unsubscribe?token=x', answer: [200] },
  {
    route: 'POST /alerts/unsubscribe',
    right: 'public',
    url: '/alerts/unsubscribe?token=x',
    form: 'List-Unsubscribe=One-Click',
    answer: [403, 'UNSUBSCRIBE_LINK_INVALID'],
  },
  // Without a token of the operator nobody is listened to.
  {
    route: 'POST /mail/delivery-reports',
    right: 'public',
    body: [{ recipient: 'nobody@people.example', kind: 'DELIVERED', at: '2026-03-31T08:15:30Z' }],
    answer: [404, 'ROUTE_NOT_FOUND'],
  },
  ...operatorLines,
  ...datahubOpenLines,
  ...factorOpenLines,
  {
    route: 'GET /calendar/:token.ics',
    right: 'public',
    url: '/calendar/forged.ics',
    answer: [403, 'LINK_INVALID'],
  },
  ...portalLines,
  ...scimLines,
]
