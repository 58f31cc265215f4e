import {
  IconActivity,
  IconAdjustments,
  IconBuilding,
  IconFileCheck,
  IconFileText,
  IconFolder,
  IconGavel,
  IconMessage,
  IconShieldCheck,
  IconUser,
} from '@tabler/icons-react'
import type { events } from '../../i18n/en/events.ts'
import type { Tone } from '../../ui/pill.tsx'

export type EventName = keyof typeof events.name
export type EventFamily = keyof typeof events.group

export const familyIcons = {
  company: IconBuilding,
  announcements: IconGavel,
  contacts: IconUser,
  monitoring: IconActivity,
  dossiers: IconFolder,
  documents: IconFileText,
  answers: IconFileCheck,
  checks: IconShieldCheck,
  values: IconAdjustments,
  comments: IconMessage,
} as const satisfies Record<EventFamily, unknown>

export const families = Object.keys(familyIcons) as EventFamily[]

// The first that fits decides.
const patterns = [
  [/_COMMENT_/, 'comments'],
  [/_(ATTRIBUTE|INDICATOR)_/, 'values'],
  [/_(LEGAL_ANNOUNCEMENT|PROCEDURE_COLLECTIVE)_/, 'announcements'],
  [/_CONTACT_/, 'contacts'],
  [/^DOCUMENT_(DOCCHECK|AUDIT)/, 'checks'],
  [/^DOCUMENT_ANSWER_/, 'answers'],
  [/^DOCUMENT_/, 'documents'],
  [/^DOSSIER_/, 'dossiers'],
  [/_(ADDED|UPDATED|ARCHIVED|UNMANAGED|ACTIVATED|DEACTIVATED)$/, 'company'],
] as const satisfies readonly (readonly [RegExp, EventFamily])[]

const monitored =
  /_(DOCCHECK|ESG|SUSTAINSCORE|SECURITY_RATING|FINANCIAL_STRENGTH|CREDITDATA|NEWSFEED|DATA_HUB)_/

export function familyOf(name: string): EventFamily {
  if (name.startsWith('THIRD_PARTY_') && monitored.test(name)) return 'monitoring'
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'company'
}

const tones = [
  [/(_ANSWER_ACCEPTED|_VALID)$/, 'good'],
  [/(_ANSWER_DENIED|_INVALID|_CESSATION|_NO_FAVORABLE_RESPONSE)$|PROCEDURE_COLLECTIVE/, 'bad'],
  [/(_EXPIRED|_ACTION_REQUIRED|_BELOW_EXPECTATION|_DELETION_WARNING|_INTERRUPTED|_UNMANAGED)$/, 'warning'],
  [/(_ANSWER_ADDED|_ONGOING|^THIRD_PARTY_ADDED|^DOSSIER_ADDED|_INVITED)$/, 'info'],
] as const satisfies readonly (readonly [RegExp, Tone])[]

export function toneOf(name: string): Tone {
  return tones.find(([pattern]) => pattern.test(name))?.[1] ?? 'neutral'
}
