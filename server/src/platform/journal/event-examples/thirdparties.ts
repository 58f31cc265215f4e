// A list: what events of the demonstration said; its companies and people are invented.
import type { ThirdPartyEvent } from '../event-names.ts'
import type { ExamplesOf } from './examples-of.ts'

export const thirdPartyExamples: ExamplesOf<ThirdPartyEvent> = {
  THIRD_PARTY_ADDED: [
    {
      legalIdentifier: { code: 'CIT002', value: 'EE109990121' },
      code: 'SUP-0075',
      source: 'MANAGED',
      status: 'COMPLETE',
      identity: {
        name: 'Põhjatuul Tarkvara OÜ',
        vatNumber: 'EE109990121',
        duns: '900000017',
        localId: '19990123',
        countryCode: 'EE',
        legalForm: { code: 'OU', label: 'Osaühing' },
        headOffice: {
          city: 'Tallinn',
          lines: ['Sadama 7'],
          region: 'Harju',
          postalCode: '10111',
          countryCode: 'EE',
        },
        nafCode: '62.01',
        mainActivity: 'Computer programming activities',
        activityScheme: 'NACE2',
        headcount: { max: 49, min: 20, band: '12', year: 2024, value: null },
        creationDate: '1963-08-19',
        status: 'ACTIVE',
        provenance: [
          {
            groups: ['identity', 'address', 'activity', 'executives', 'headcount', 'status', 'identifiers'],
            provider: 'sample-international',
            recordId: 'DUNS-900000017',
            fetchedAt: '2026-09-28T07:30:00.224',
          },
        ],
      },
    },
  ],
  THIRD_PARTY_UPDATED: [
    { before: { source: 'UNMANAGED' }, after: { source: 'MANAGED' } },
    {
      contact: {
        contactId: 2028,
        change: 'ADDED',
        after: {
          email: 'ada.guest@people.example',
          firstName: 'Ada',
          lastName: 'Guest',
          language: 'fr',
          themes: ['ETHICS'],
        },
      },
    },
    {
      kind: 'FINDING',
      findingId: 4711,
      change: 'OPENED',
      after: { theme: 'LEGAL_COMPLIANCE', severity: 'CRITICAL', state: 'OPEN' },
    },
    { kind: 'FOLLOWERS', added: [{ userId: 4712 }], removed: [] },
    {
      kind: 'RELATIONSHIP',
      change: 'REOPENED',
      before: { relationship: { state: 'APPROVED', toReview: null, validUntil: '2020-01-31' } },
      after: {
        relationship: {
          state: 'APPROVED',
          validUntil: '2020-01-31',
          toReview: { cause: 'EXPIRY', since: '2026-11-19' },
        },
      },
    },
    { kind: 'OWNER', before: { owner: { userId: 684 } }, after: { owner: { userId: 681 } } },
  ],
  THIRD_PARTY_ARCHIVED: [{ before: { archived: false }, after: { archived: true } }],
  THIRD_PARTY_CODE_UPDATED: [{ before: { code: null }, after: { code: 'S-1' } }],
  THIRD_PARTY_INFORMATION_UPDATED: [
    {
      groups: ['identity'],
      before: { name: 'ATELIERS VALMERAC ET FILS' },
      after: { name: 'ATELIERS VALMÉRAC' },
      provider: 'sample-france',
      provenance: [
        {
          groups: ['address', 'activity', 'executives', 'headcount', 'status', 'identifiers'],
          provider: 'sample-france',
          recordId: '999913718',
          fetchedAt: '2026-11-18T00:15:54.051',
        },
        {
          groups: ['identity'],
          provider: 'sample-france',
          fetchedAt: '2026-11-18T00:15:54.265',
          recordId: '999913718',
        },
      ],
    },
  ],
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: [
    { reason: 'DETACHED', before: { source: 'MANAGED' }, after: { source: 'UNMANAGED' } },
  ],
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: [
    {
      provider: 'bodacc',
      key: 'A20260041118',
      publishedOn: '2026-11-18',
      effectiveOn: '2026-11-18',
      notice: 'INITIAL',
      previousKey: null,
      role: 'SUBJECT',
      procedure: null,
      court: null,
      url: null,
    },
  ],
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: [
    {
      provider: 'specimen',
      key: 'SPECIMEN-CHANGES-26',
      publishedOn: '2026-10-19',
      effectiveOn: '2026-10-13',
      notice: 'INITIAL',
      previousKey: null,
      role: 'SUBJECT',
      procedure: null,
      court: 'Tribunal de commerce (spécimen)',
      url: null,
    },
  ],
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: [
    {
      provider: 'bodacc',
      key: 'A20260045118',
      publishedOn: '2026-11-18',
      effectiveOn: '2026-11-18',
      notice: 'INITIAL',
      previousKey: null,
      role: 'SUBJECT',
      procedure: null,
      court: null,
      url: null,
    },
  ],
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: [
    {
      provider: 'bodacc',
      key: 'A20260043118',
      publishedOn: '2026-11-18',
      effectiveOn: '2026-11-18',
      notice: 'INITIAL',
      previousKey: null,
      role: 'SUBJECT',
      procedure: null,
      court: null,
      url: null,
    },
  ],
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: [
    {
      provider: 'specimen',
      key: 'SPECIMEN-COLLECTIVE_PROCEDURE-5',
      publishedOn: '2026-10-19',
      effectiveOn: '2026-10-13',
      notice: 'INITIAL',
      previousKey: null,
      role: 'SUBJECT',
      procedure: { phase: 'OPENING', state: 'REDRESSEMENT' },
      court: 'Tribunal de commerce (spécimen)',
      url: null,
    },
  ],
  THIRD_PARTY_ATTRIBUTE_UPDATED: [
    { attributeId: 37, code: 'VOLUME', label: 'Volume', before: null, after: 2000 },
  ],
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: [
    { attributeId: 38, code: 'IS_BIG', label: 'Is big', before: null, after: true },
  ],
  THIRD_PARTY_INDICATOR_UPDATED: [
    {
      code: 'FINANCIAL_RISK',
      before: { value: 44, rating: 'C', state: 'PARTIAL', model: { name: 'financial-strength', version: 2 } },
      after: { value: 73, rating: 'B', state: 'KNOWN', model: { name: 'financial-strength', version: 2 } },
    },
  ],
  THIRD_PARTY_COMMENT_ADDED: [
    {
      commentId: 4711,
      mentions: [4712],
      text: 'Le questionnaire RSE est nettement sous ce que nous attendons ; plan d’action à demander.',
    },
  ],
  THIRD_PARTY_COMMENT_UPDATED: [{ commentId: 281, before: { text: 'One' }, after: { text: 'Two' } }],
  THIRD_PARTY_COMMENT_DELETED: [{ commentId: 281 }],
  THIRD_PARTY_COMMENT_MENTION_ADDED: [{ commentId: 4711, userId: 4712, userName: 'Tom Ferrand' }],
  THIRD_PARTY_COMMENT_MENTION_UPDATED: [{ commentId: 281, userId: 17, userName: 'Test Person' }],
  THIRD_PARTY_COMMENT_MENTION_DELETED: [{ commentId: 281, userId: 17, userName: 'Test Person' }],
  THIRD_PARTY_CONTACT_INVITED: [
    { contact: { contactId: 67, email: 'a@supplier.example' }, asked: 0, late: 0 },
  ],
  THIRD_PARTY_CONTACT_RE_INVITED: [
    { contact: { contactId: 67, email: 'a@supplier.example' }, asked: 0, late: 0 },
  ],
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: [
    { contact: { contactId: 79, email: 'guest.1@people.example' }, asked: 1, late: 0 },
  ],
  THIRD_PARTY_CONTACT_DELETED: [
    {
      contact: {
        contactId: 67,
        change: 'DELETED',
        before: { email: 'a@supplier.example', firstName: null, lastName: null, language: 'fr', themes: [] },
      },
    },
  ],
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: [
    {
      contact: {
        contactId: 144,
        reason: 'NOT_ME',
        before: {
          email: 'guest.3@people.example',
          firstName: 'Ada',
          lastName: 'Guest 3',
          language: 'fr',
          themes: [],
        },
      },
    },
  ],
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: [
    {
      contact: { contactId: 81, email: 'guest.2@people.example' },
      reminder: 1,
      asked: 1,
      late: 0,
      documentIds: [88],
    },
  ],
  THIRD_PARTY_DOCCHECK_ACTIVATED: [
    { provider: 'DOCCHECK', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_DOCCHECK_UPDATED: [
    {
      provider: 'DOCCHECK',
      source: 'FILE',
      before: null,
      after: {
        value: 61,
        raw: '61',
        score: 61,
        band: null,
        scaleId: 'VERIFICATION',
        scaleVersion: '1',
        asOf: '2026-12-03',
      },
    },
  ],
  THIRD_PARTY_DOCCHECK_DEACTIVATED: [
    { provider: 'DOCCHECK', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_ESG_ACTIVATED: [{ provider: 'ESG', before: { active: false }, after: { active: true } }],
  THIRD_PARTY_ESG_UPDATED: [
    {
      provider: 'ESG',
      source: 'FILE',
      before: null,
      after: {
        value: 53,
        raw: '53',
        score: 53,
        band: null,
        scaleId: 'ESG',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_ESG_DEACTIVATED: [{ provider: 'ESG', before: { active: true }, after: { active: false } }],
  THIRD_PARTY_SUSTAINSCORE_ACTIVATED: [
    { provider: 'SUSTAINSCORE', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_SUSTAINSCORE_UPDATED: [
    {
      provider: 'SUSTAINSCORE',
      source: 'FILE',
      before: null,
      after: {
        value: 72,
        raw: '72',
        score: 72,
        band: null,
        scaleId: 'SUSTAINABILITY',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_SUSTAINSCORE_DEACTIVATED: [
    { provider: 'SUSTAINSCORE', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_SECURITY_RATING_ACTIVATED: [
    { provider: 'SECURITY_RATING', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_SECURITY_RATING_UPDATED: [
    {
      provider: 'SECURITY_RATING',
      source: 'FILE',
      before: null,
      after: {
        value: 64,
        raw: '64',
        score: 64,
        band: null,
        scaleId: 'SECURITY',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_SECURITY_RATING_DEACTIVATED: [
    { provider: 'SECURITY_RATING', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED: [
    { provider: 'FINANCIAL_STRENGTH', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED: [
    {
      provider: 'FINANCIAL_STRENGTH',
      source: 'FILE',
      before: null,
      after: {
        value: 66,
        raw: '66',
        score: 66,
        band: null,
        scaleId: 'FINANCIAL',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED: [
    { provider: 'FINANCIAL_STRENGTH', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_CREDITDATA_ACTIVATED: [
    { provider: 'CREDITDATA', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_CREDITDATA_UPDATED: [
    {
      provider: 'CREDITDATA',
      source: 'FILE',
      before: null,
      after: {
        value: 65,
        raw: '65',
        score: 65,
        band: null,
        scaleId: 'CREDIT',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_CREDITDATA_DEACTIVATED: [
    { provider: 'CREDITDATA', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_NEWSFEED_ACTIVATED: [
    { provider: 'NEWSFEED', before: { active: false }, after: { active: true } },
  ],
  THIRD_PARTY_NEWSFEED_UPDATED: [
    {
      provider: 'NEWSFEED',
      source: 'FILE',
      before: null,
      after: {
        value: 80,
        raw: '0.6',
        score: 0.6,
        band: null,
        scaleId: 'SENTIMENT',
        scaleVersion: '1',
        asOf: '2026-09-30',
      },
    },
  ],
  THIRD_PARTY_NEWSFEED_DEACTIVATED: [
    { provider: 'NEWSFEED', before: { active: true }, after: { active: false } },
  ],
  THIRD_PARTY_DATA_HUB_UPDATED: [{ providers: ['FINANCIAL_STRENGTH'] }],
}
