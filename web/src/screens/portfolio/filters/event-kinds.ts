const name = (last: string) => `THIRD_PARTY_${last}`

/** What may have happened, in kinds people think in rather than in single events. */
export const eventKinds = {
  added: ['ADDED'],
  identity: ['UPDATED', 'INFORMATION_UPDATED', 'CODE_UPDATED', 'SOURCE_CHANGED_TO_UNMANAGED'],
  distress: ['PROCEDURE_COLLECTIVE_UPDATED', 'LEGAL_ANNOUNCEMENT_CESSATION'],
  announcement: [
    'LEGAL_ANNOUNCEMENT_CREATION',
    'LEGAL_ANNOUNCEMENT_CHANGES',
    'LEGAL_ANNOUNCEMENT_CESSATION',
    'LEGAL_ANNOUNCEMENT_TRANSFERT',
  ],
  indicator: ['INDICATOR_UPDATED'],
  attribute: ['ATTRIBUTE_UPDATED', 'CALCULATED_ATTRIBUTE_UPDATED'],
  score: [
    'ESG_UPDATED',
    'SUSTAINSCORE_UPDATED',
    'SECURITY_RATING_UPDATED',
    'FINANCIAL_STRENGTH_UPDATED',
    'CREDITDATA_UPDATED',
    'DATA_HUB_UPDATED',
  ],
  news: ['NEWSFEED_UPDATED'],
  invited: ['CONTACT_INVITED', 'CONTACT_RE_INVITED', 'CONTACT_RE_INVITED_AUTO'],
  comment: ['COMMENT_ADDED', 'COMMENT_UPDATED'],
} as const

export type EventKind = keyof typeof eventKinds
export const eventKindNames = Object.keys(eventKinds) as EventKind[]

export const namesOfKind = (kind: EventKind): string => eventKinds[kind].map(name).join(',')

/** Null when an address names events of another mixture. */
export const kindOfNames = (names: string): EventKind | null =>
  eventKindNames.find((kind) => namesOfKind(kind) === names) ?? null
