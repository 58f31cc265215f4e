/**
 * List of the keys under which the pages keep what they have read. Registered with the query client, so that a key
 * which is misspelt, or has a part too many, compiles nowhere: neither where it is read nor where it is refreshed. A
 * shorter key refreshes all that begin like it.
 */

/** What follows the account in its keys. */
interface AccountKeys {
  'administration-journal': [filter?: object]
  absences: [userId?: number]
  'alert-channels': []
  'alert-settings': []
  alerts: ['list' | 'unread'] | ['page', filter: object] | []
  'allowed-addresses': []
  'agent-policy': []
  'attribute-order': [scope: string]
  'attribute-preview': unknown[]
  attributes: [scope?: string, archived?: boolean]
  'bank-guard': [part?: 'tagged']
  'check-policies': []
  'check-statistics': []
  'calendar-links': []
  checkpoints: []
  clients: []
  clock: []
  'code-settings': []
  'company-registers': []
  'company-search': [search?: unknown]
  datahub: []
  document: [documentId?: number, part?: DocumentPart, fileId?: number]
  'document-types': [] | [archived: boolean] | ['one', code: string]
  documents: [list?: 'dashboard' | 'queue' | 'waiting', filter?: object]
  dossier: [dossierId?: number, part?: DossierPart]
  'dossier-types': ['list'?] | ['one' | 'publication' | 'upgrade', code?: string, applyToOpen?: boolean]
  dossiers: [list?: 'journal' | 'list', filter?: unknown]
  'duty-holder': []
  erasures: []
  'evaluation-options': []
  'event-hash': [seq: number]
  'evidence-search': [text: string]
  events: [filter?: object]
  finding: [findingId?: number]
  findings: [] | ['list', filter: object] | ['report']
  forecast: ['dashboard'?] | [days: number, reasons: readonly string[]]
  'identity-provider': [] | ['trial', tryId: string]
  imports: ['list'?] | [importId: number, part?: 'errors']
  leaving: ['exports'?]
  mail: [mailId: number]
  mails: [recipient?: string, template?: string | null]
  'mentionable-users': [typed: string, thirdpartyId: number | null]
  'owner-rules': []
  'person-name': [userId: number]
  'my-work': ['summary'?] | ['list', kind: string | null]
  'overdue-policies': []
  provisioning: ['groups' | 'settings' | 'tokens']
  'relationship-policy': []
  retention: [days?: number]
  rules: [] | [ruleId: number] | ['simulation', rule: object]
  'saved-views': []
  'screening-hit': [hitId?: number]
  'screening-hits': [list?: 'queue' | 'waiting', filter?: object]
  'screening-lists': [listId?: number]
  'screening-settings': []
  'screening-statistics': []
  'seal-trust': []
  'second-factor-resets': []
  settings: [section?: string]
  'sign-in-policy': []
  statistics: []
  task: [taskId?: number, part?: 'notes']
  tasks: [list?: 'list' | 'company', filter?: object]
  'team-alerts': [teamId: number]
  teams: [part?: 'alerts']
  thirdparties: [] | [query: object] | ['journal', typed: string]
  thirdparty: [thirdpartyId?: number, part?: ThirdPartyPart, detail?: string | number]
  'hand-over': [of: string]
  unit: [unitId: number]
  units: [withCounts?: boolean]
  'user-invitations': []
  'user-sessions': [userId: number]
  users: ['managed'?]
  webhook: [endpointId: number, part?: 'dead' | 'deliveries' | 'delivery', which?: string | number | null]
  webhooks: []
}

type DocumentPart = 'answers' | 'asked' | 'comments' | 'happened' | 'people' | 'reading' | 'responses'
type DossierPart =
  | 'approval'
  | 'attributes'
  | 'comments'
  | 'documents'
  | 'indicators'
  | 'legal-hold'
  | 'owner'
export type ThirdPartyPart =
  | 'announcements'
  | 'attributes'
  | 'comments'
  | 'contacts'
  | 'dossiers'
  | 'findings'
  | 'forecast'
  | 'indicators'
  | 'monitoring'
  | 'name'
  | 'news'
  | 'owner'
  | 'past'
  | 'register-changes'
  | 'relationship'
  | 'relationship-history'
  | 'screening-hits'
  | 'screening-runs'
  | 'suggested-contacts'
  | 'themes'
  | 'units'

type AccountKey = {
  [Noun in keyof AccountKeys]: readonly [Noun, accountId: number, ...AccountKeys[Noun]]
}[keyof AccountKeys]

/** What belongs to the person, or to nobody yet. */
type PersonKey =
  | readonly [
      | 'begun-passkey'
      | 'begun-totp'
      | 'step-up-proofs'
      | 'me'
      | 'my-second-factors'
      | 'my-sessions'
      | 'own-invitations'
      | 'step-up-question',
    ]
  | readonly ['operator-jobs', filter?: object]
  | readonly ['operator', page?: string, of?: number | null]
  | readonly ['sign-in-options', account?: number]
  | readonly ['file-bytes', fileId: number]
  | readonly ['invitation', token: string | null]
  | readonly ['second-factor-question', challenge: string | undefined]

/** What the pages of third parties read. */
type PortalKey =
  | readonly ['actions' | 'history' | 'requests' | 'visit']
  | readonly ['request', documentId: number, part?: 'reading', files?: readonly number[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: AccountKey | PersonKey | PortalKey
  }
}
