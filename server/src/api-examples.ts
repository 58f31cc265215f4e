// A list: whole bodies and answers shown in the API description. openapi.test.ts checks them against the schemas.
import type { ApiFacts } from './platform/http/index.ts'

const event = {
  eventId: 90412,
  seq: 1204,
  eventName: 'DOCUMENT_ANSWER_ADDED',
  resourceType: 'DOCUMENT',
  resourceId: 5310,
  thirdpartyId: 4102,
  dossierId: 5277,
  documentId: 5310,
  occurredAt: '2026-03-31T08:15:30.000',
  actor: { type: 'CONTACT', id: 4120, name: 'Claire Martin' },
  data: {
    responseId: 6001,
    state: 'CHECKING',
    evidences: [
      { kind: 'FORM', dataSha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8' },
    ],
  },
  hash: '9f2b6c1d0e4a8f7355c0d1e2b3a49687706152433445566778899aabbccddeef',
}

const thirdParty = {
  thirdpartyId: 4102,
  code: 'ERP-4711',
  legalIdentifier: { code: 'CIT001', value: '73282932000074' },
  source: 'MANAGED',
  identityStatus: 'COMPLETE',
  name: 'ATELIERS DU LITTORAL',
  tradeName: null,
  siren: '732829320',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  countryCode: 'FR',
  legalForm: { code: '5710', label: 'SAS' },
  headOffice: {
    lines: ['12 quai du Port'],
    postalCode: '17000',
    city: 'La Rochelle',
    region: null,
    countryCode: 'FR',
  },
  nafCode: '25.62B',
  mainActivity: 'Mécanique industrielle',
  activityScheme: 'NAFRev2',
  executives: [],
  headcount: null,
  creationDate: '2004-05-17',
  closureDate: null,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
  relationship: { state: 'NONE', validUntil: null, toReview: null },
  archived: false,
  archivedAt: null,
  provenance: [],
  createdAt: '2026-03-31T08:15:30.000',
  updatedAt: '2026-03-31T08:15:30.000',
}

const contact = {
  email: 'compta@supplier.example',
  firstName: 'Claire',
  lastName: 'Martin',
  language: 'fr',
  themes: ['LEGAL_COMPLIANCE'],
}

export const examples: ApiFacts['examples'] = {
  issueToken: {
    body: { grant_type: 'client_credentials', client_id: 'erp-sync', client_secret: 'the secret shown once' },
    answer: {
      access_token: 'eyJhbGciOiJFUzI1NiJ9…',
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'MANAGER',
    },
  },
  addThirdParty: {
    body: { legalIdentifier: { code: 'CIT001', value: '73282932000074' }, code: 'ERP-4711' },
    answer: thirdParty,
  },
  searchCompanies: { body: { searchBy: 'NAME', countryCode: 'FR', value: 'Ateliers du littoral' } },
  openDossier: { body: { dossierTypeCode: 'VIGILANCE', reference: 'PO-2026-118', dueDate: '2026-04-30' } },
  addContact: {
    body: contact,
    answer: {
      ...contact,
      contactId: 4120,
      thirdpartyId: 4102,
      state: 'NEW',
      invitedAt: null,
      lastInvitedAt: null,
      lastRemindedAt: null,
      silentReminders: 0,
      lastSeenAt: null,
      createdAt: '2026-03-31T08:15:30.000',
      updatedAt: '2026-03-31T08:15:30.000',
    },
  },
  setThirdPartyAttribute: { body: { label: 'Criticality', values: ['High'] } },
  approveResponse: { body: { comment: 'Complete and legible.' } },
  rejectResponse: { body: { comment: 'The certificate ended last month.', shareRejectionReason: true } },
  addTask: {
    body: { title: 'Ask for the new certificate', about: { thirdpartyId: 4102 }, dueOn: '2026-04-15' },
  },
  addWebhook: {
    body: {
      url: 'https://hooks.example.com/vigie',
      eventNames: ['DOCUMENT_ANSWER_ADDED', 'DOSSIER_STATUS_UPDATED_VALID'],
    },
  },
  readEvents: { answer: { content: [event], next: 1204, head: 1204, complete: true } },
}
