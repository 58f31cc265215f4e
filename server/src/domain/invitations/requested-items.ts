import { formatLong } from './words.ts'
import type { Language } from '../../platform/kernel/index.ts'
import type { MailContent } from '../../platform/mail/index.ts'
import type { MissingDocument } from '../evaluation/index.ts'
import type { Addressee } from './addressees.queries.ts'

export interface RequestedItems {
  readonly items: NonNullable<MailContent['items']>
  readonly documents: readonly MissingDocument[]
  readonly count: number
  readonly late: number
}

/** A mail is read on a phone: beyond this the portal shows the rest. */
const mostItems = 25

/** Requests to this person, late ones first. What two dossiers require counts once, and so do alternatives. */
export function requestedItems(addressee: Addressee, missing: readonly MissingDocument[]): RequestedItems {
  const { themes, language } = addressee
  const documents = missing.filter(({ theme }) => themes.length === 0 || themes.includes(theme))
  const pieces = new Map<string, MissingDocument[]>()
  for (const one of documents) {
    const key = one.alternativeGroup === null ? one.code : `${one.dossierId} ${one.alternativeGroup}`
    const known = pieces.get(key) ?? []
    if (known.every(({ code }) => code !== one.code)) pieces.set(key, [...known, one])
  }
  const all = [...pieces.values()]
  const items = all.slice(0, mostItems).map((piece) => itemOf(piece, language))
  const more = all.length - mostItems
  return {
    items: more > 0 ? [...items, { label: moreLabel[language](more), note: moreNote[language] }] : items,
    documents,
    count: all.length,
    late: all.filter((piece) => piece.some(({ late }) => late)).length,
  }
}

function itemOf(piece: readonly MissingDocument[], language: Language) {
  const [first] = piece
  if (!first) throw new Error('A piece to ask for is made of documents.')
  const names = piece.map(({ name }) => name[language])
  const why = [...new Set(piece.map(({ legalBasis }) => legalBasis[language]))].join(' / ')
  const label = names.join(or[language])
  const pressing = [renewalReason(first, language), when(first, language)].filter((part) => part !== '')
  if (first.late) return { label, alert: pressing.join(' · '), note: why }
  return { label, note: [...pressing, why].join(' · ') }
}

const or: Record<Language, string> = { en: ' or ', fr: ' ou ' }
const moreLabel: Record<Language, (more: number) => string> = {
  en: (more) => `and ${more} more`,
  fr: (more) => `et ${more} de plus`,
}
const moreNote: Record<Language, string> = {
  en: 'The full list is in your portal.',
  fr: 'La liste complète est dans votre espace.',
}

const againWords: Record<Language, Record<string, string>> = {
  en: { EXPIRED: 'To renew', GRACE_OVER: 'To renew', RENEWAL: 'To renew', default: 'To send again' },
  fr: {
    EXPIRED: 'À renouveler',
    GRACE_OVER: 'À renouveler',
    RENEWAL: 'À renouveler',
    default: 'À renvoyer',
  },
}

function renewalReason({ status, reason }: MissingDocument, language: Language): string {
  if (status === 'MISSING') return ''
  const words = againWords[language]
  return words[reason] ?? words['default'] ?? ''
}

function when({ dueDate, late }: MissingDocument, language: Language): string {
  if (dueDate === null) return ''
  const day = formatLong(dueDate, language)
  if (language === 'fr') return late ? `En retard\u00a0: attendu le ${day}` : `Au plus tard le ${day}`
  return late ? `Late: was due on ${day}` : `By ${day}`
}
