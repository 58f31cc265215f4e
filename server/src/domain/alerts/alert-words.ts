import type { Language } from '../../platform/kernel/index.ts'
import { formatLong } from '../invitations/index.ts'
import type { AlertFacts, AlertKind } from './alert-kinds.ts'

/** An alert as it is told: what happened, why it matters, what to do. */
export interface AlertText {
  readonly what: string
  readonly why: string
  readonly next: string
}

/** What a text speaks of; the company is null where the whole account is concerned. */
export interface AlertSubject {
  readonly kind: AlertKind
  readonly facts: AlertFacts
  readonly company: string | null
  /** The name of the dossier or of the document, in the language of the reader. */
  readonly piece: string | null
}

type Words = Record<AlertKind, (subject: AlertSubject & { readonly company: string }) => AlertText>

const piece = (name: string | null, en: string) => (name === null ? en : `“${name}”`)
const pieceFr = (name: string | null, fr: string) => (name === null ? fr : `«\u00a0${name}\u00a0»`)

const companies = ({ companies: count }: AlertFacts, one: string, many: string) =>
  `${String(count)} ${count === 1 ? one : many}`

const statusEn: Record<string, string> = {
  ACTION_REQUIRED: 'needs somebody to act',
  VALID: 'is valid',
  BELOW_EXPECTATION: 'is below what you expect',
}
const statusFr: Record<string, string> = {
  ACTION_REQUIRED: 'demande une action',
  VALID: 'est valide',
  BELOW_EXPECTATION: 'est en dessous de vos attentes',
}
const contactEn: Record<string, string> = {
  BOUNCED: 'the address of a contact is refused',
  SILENT: 'a contact left five reminders unanswered',
  REMOVED: 'a contact declined or never answered',
}
const contactFr: Record<string, string> = {
  BOUNCED: 'l’adresse d’un contact est refusée',
  SILENT: 'un contact a laissé cinq rappels sans réponse',
  REMOVED: 'un contact a refusé ou n’a jamais répondu',
}

const en: Words = {
  PROCEDURE: ({ company }) => ({
    what: `${company}: insolvency procedure`,
    why: 'An insolvency procedure was opened, changed or closed. Deliveries and payments may be at risk.',
    next: 'Read the announcement and decide whether to go on working with this company.',
  }),
  STRUCK_OFF: ({ company }) => ({
    what: `${company} was struck off`,
    why: 'The register says that the company no longer exists. No contract can be performed with it.',
    next: 'Stop orders and payments, and find out who takes over.',
  }),
  DOSSIER_INVALID: ({ company, piece: name }) => ({
    what: `${company}: the dossier ${piece(name, 'of this company')} is invalid`,
    why: 'Something it requires was rejected, has expired or was found to be wrong.',
    next: 'Open the dossier: it says what is wrong and what is missing.',
  }),
  DOSSIER_STATUS: ({ company, piece: name, facts }) => ({
    what: `${company}: the dossier ${piece(name, 'of this company')} ${statusEn[String(facts['status'])] ?? 'has another status'}`,
    why: 'The status of a dossier that concerns you has changed.',
    next: 'Open the dossier to see why.',
  }),
  PIECE_EXPIRED: ({ company, piece: name }) => ({
    what: `${company}: ${piece(name, 'a document')} has expired`,
    why: 'What was accepted is no longer in force.',
    next: 'Ask for a new one, or wait for the answer if it was asked for.',
  }),
  ANSWER_TO_REVIEW: ({ company, piece: name }) => ({
    what: `${company}: ${piece(name, 'an answer')} waits for review`,
    why: 'The automatic checks have ended, and a person has to decide.',
    next: 'Look at the answer and approve or reject it.',
  }),
  RATING_LOST: ({ company, facts }) => ({
    what: `${company}: rating fell from ${String(facts['before'])} to ${String(facts['after'])}`,
    why: 'An indicator of this company fell into a lower class.',
    next: 'Open the company to see what the indicator is made of.',
  }),
  LIST_HIT: ({ company }) => ({
    what: `${company}: possible match with a list`,
    why: 'The company, or somebody behind it, resembles an entry of a list of sanctions, office holders or others.',
    next: 'Decide whether it is the same person or company before you order or pay.',
  }),
  BANK_CHANGED: ({ company }) => ({
    what: `${company}: other bank details`,
    why: 'New bank details followed earlier ones. This is how payments are diverted.',
    next: 'Call the company on a number you know, then approve or reject.',
  }),
  CONTACT_UNREACHABLE: ({ company, facts }) => ({
    what: `${company}: ${contactEn[String(facts['reason'])] ?? 'a contact cannot be reached'}`,
    why: 'Nobody answers what is asked of this company as long as no contact can be reached.',
    next: 'Correct the address, call them, or add another contact.',
  }),
  PROVIDER_SILENT: ({ facts }) => ({
    what: `The provider ${String(facts['provider'])} has not answered for three days`,
    why: `Values of ${companies(facts, 'company', 'companies')} are not renewed.`,
    next: 'Check the settings of the provider, or ask it what is wrong.',
  }),
  OVERDUE: ({ company, piece: name, facts }) => ({
    what: `${company}: ${piece(name, 'a document')} is overdue`,
    why: `It was due on ${formatLong(String(facts['dueDate']), 'en')} and nothing that could be accepted has come.`,
    next: 'Call the contact, or give them more time.',
  }),
  OWNERSHIP: ({ company }) => ({
    what: `${company} is now in your care`,
    why: 'You answer for it from now on: its alerts and tasks come to you.',
    next: 'Open it to see how it stands.',
  }),
}

const fr: Words = {
  PROCEDURE: ({ company }) => ({
    what: `${company}\u00a0: procédure collective`,
    why: 'Une procédure collective a été ouverte, modifiée ou close. Livraisons et paiements peuvent être menacés.',
    next: 'Lisez l’annonce et décidez si vous continuez à travailler avec cette entreprise.',
  }),
  STRUCK_OFF: ({ company }) => ({
    what: `${company} a été radiée`,
    why: 'Le registre indique que l’entreprise n’existe plus. Aucun contrat ne peut être exécuté avec elle.',
    next: 'Suspendez commandes et paiements, et cherchez qui reprend l’activité.',
  }),
  DOSSIER_INVALID: ({ company, piece: name }) => ({
    what: `${company}\u00a0: le dossier ${pieceFr(name, 'de ce tiers')} est invalide`,
    why: 'Une pièce exigée a été refusée, a expiré ou s’est révélée fausse.',
    next: 'Ouvrez le dossier\u00a0: il indique ce qui ne va pas et ce qui manque.',
  }),
  DOSSIER_STATUS: ({ company, piece: name, facts }) => ({
    what: `${company}\u00a0: le dossier ${pieceFr(name, 'de ce tiers')} ${statusFr[String(facts['status'])] ?? 'a changé de statut'}`,
    why: 'Le statut d’un dossier qui vous concerne a changé.',
    next: 'Ouvrez le dossier pour voir pourquoi.',
  }),
  PIECE_EXPIRED: ({ company, piece: name }) => ({
    what: `${company}\u00a0: ${pieceFr(name, 'une pièce')} a expiré`,
    why: 'Ce qui avait été accepté n’est plus en vigueur.',
    next: 'Demandez une nouvelle pièce, ou attendez la réponse si elle est déjà demandée.',
  }),
  ANSWER_TO_REVIEW: ({ company, piece: name }) => ({
    what: `${company}\u00a0: ${pieceFr(name, 'une réponse')} attend une décision`,
    why: 'Les contrôles automatiques sont terminés, une personne doit décider.',
    next: 'Examinez la réponse, puis acceptez-la ou refusez-la.',
  }),
  RATING_LOST: ({ company, facts }) => ({
    what: `${company}\u00a0: la note passe de ${String(facts['before'])} à ${String(facts['after'])}`,
    why: 'Un indicateur de cette entreprise est tombé dans une classe inférieure.',
    next: 'Ouvrez le tiers pour voir de quoi l’indicateur est fait.',
  }),
  LIST_HIT: ({ company }) => ({
    what: `${company}\u00a0: correspondance possible avec une liste`,
    why: 'L’entreprise, ou une personne derrière elle, ressemble à une entrée d’une liste de sanctions, de personnes exposées ou autre.',
    next: 'Décidez s’il s’agit bien d’elle avant de commander ou de payer.',
  }),
  BANK_CHANGED: ({ company }) => ({
    what: `${company}\u00a0: nouvelles coordonnées bancaires`,
    why: 'De nouvelles coordonnées bancaires en remplacent d’autres. C’est ainsi que des virements sont détournés.',
    next: 'Appelez l’entreprise à un numéro que vous connaissez, puis acceptez ou refusez.',
  }),
  CONTACT_UNREACHABLE: ({ company, facts }) => ({
    what: `${company}\u00a0: ${contactFr[String(facts['reason'])] ?? 'un contact est injoignable'}`,
    why: 'Tant qu’aucun contact n’est joignable, personne ne répond à vos demandes.',
    next: 'Corrigez l’adresse, appelez cette personne, ou ajoutez un autre contact.',
  }),
  PROVIDER_SILENT: ({ facts }) => ({
    what: `Le fournisseur ${String(facts['provider'])} ne répond plus depuis trois jours`,
    why: `Les valeurs de ${companies(facts, 'entreprise', 'entreprises')} ne sont plus renouvelées.`,
    next: 'Vérifiez les réglages du fournisseur, ou demandez-lui ce qui se passe.',
  }),
  OVERDUE: ({ company, piece: name, facts }) => ({
    what: `${company}\u00a0: ${pieceFr(name, 'une pièce')} est en retard`,
    why: `L’échéance était le ${formatLong(String(facts['dueDate']), 'fr')} et rien d’acceptable n’est arrivé.`,
    next: 'Appelez le contact, ou accordez-lui un délai.',
  }),
  OWNERSHIP: ({ company }) => ({
    what: `${company} vous est confiée`,
    why: 'Vous en êtes responsable dès maintenant\u00a0: ses alertes et ses tâches vous parviennent.',
    next: 'Ouvrez-la pour voir où elle en est.',
  }),
}

const words: Record<Language, Words> = { en, fr }
const nobody: Record<Language, string> = { en: 'Your account', fr: 'Votre compte' }

export function describeAlert(language: Language, subject: AlertSubject): AlertText {
  return words[language][subject.kind]({ ...subject, company: subject.company ?? nobody[language] })
}
