import type { Announcement, AnnouncementKind } from './announcement.ts'
import { parseNested, sirensIn, sirensOfText, textAt } from './bodacc.nested.ts'
import type { BodaccRecord } from './bodacc.schema.ts'
import { foldFrench, frenchDay, repairEncoding } from './french-text.ts'
import { isRetraction, readJudgment, type Judgment } from './judgment.ts'

export const bodaccName = 'bodacc'

const kinds: Record<string, AnnouncementKind> = {
  creation: 'CREATION',
  immatriculation: 'CREATION',
  modification: 'CHANGES',
  divers: 'CHANGES',
  conciliation: 'CHANGES',
  radiation: 'CESSATION',
  vente: 'TRANSFERT',
  collective: 'COLLECTIVE_PROCEDURE',
  retablissement_professionnel: 'COLLECTIVE_PROCEDURE',
  dpc: 'ACCOUNTS',
}

/** The companies a record names, from its register field and from the persons in it. */
export function companiesNamed(record: BodaccRecord): string[] {
  const registered = Array.isArray(record.registre) ? record.registre : (record.registre ?? '').split(',')
  const fields = [record.listepersonnes, record.listeprecedentproprietaire, record.listeprecedentexploitant]
  const named = fields.flatMap((field) => sirensIn(parseNested(field)))
  return [...new Set([...registered.flatMap(sirensOfText), ...named])]
}

/** What a record of the dataset announces of one of its companies. */
export function announcementOf(record: BodaccRecord, siren: string): Announcement {
  const judgment = judgmentOf(record)
  const previousKey = previousKeyOf(record)
  const notice = noticeOf(record, judgment, previousKey)
  const kind = kindOf(record)
  return {
    provider: bodaccName,
    key: record.id,
    siren,
    publishedOn: record.dateparution,
    kind,
    notice,
    previousKey: notice === 'INITIAL' ? null : previousKey,
    role: kind === 'TRANSFERT' ? roleOf(record, siren) : 'SUBJECT',
    effectiveOn: effectiveDay(record),
    procedure: kind === 'COLLECTIVE_PROCEDURE' ? procedureOf(judgment, notice) : null,
    title: judgment.nature || textAt(record, 'familleavis_lib'),
    text: wordsOf(record),
    court: record.tribunal ? repairEncoding(record.tribunal) : null,
    url: record.url_complete?.startsWith('https://') ? record.url_complete : null,
  }
}

function kindOf({ familleavis, radiationaurcs }: BodaccRecord): AnnouncementKind {
  const comment = foldFrench(textAt(parseNested(radiationaurcs), 'commentaire') ?? '')
  // The company only leaves this court's register for that of its new seat.
  if (familleavis === 'radiation' && comment === 'transfert du siege hors ressort') return 'CHANGES'
  return kinds[familleavis ?? ''] ?? 'OTHER'
}

function noticeOf(
  { typeavis, radiationaurcs }: BodaccRecord,
  judgment: Judgment,
  previousKey: string | null,
): Announcement['notice'] {
  if (typeavis === 'annulation') return 'CANCELLATION'
  if (isRetraction(judgment) && previousKey !== null) return 'CANCELLATION'
  if (typeavis !== 'rectificatif') return 'INITIAL'
  const comment = foldFrench(textAt(parseNested(radiationaurcs), 'commentaire') ?? '')
  // The court takes back that it struck the company off of its own accord.
  return comment === "rapport de radiation d'office" ? 'CANCELLATION' : 'CORRECTION'
}

function procedureOf(judgment: Judgment, notice: Announcement['notice']): Announcement['procedure'] {
  if (notice === 'CANCELLATION') return { phase: 'CANCELLATION', state: null }
  if (isRetraction(judgment)) return { phase: 'CANCELLATION', state: 'NONE' }
  const { phase, state } = readJudgment(judgment)
  return { phase: notice === 'CORRECTION' ? 'CORRECTION' : phase, state }
}

function judgmentOf({ jugement }: BodaccRecord): Judgment {
  const node = parseNested(jugement)
  return {
    family: textAt(node, 'famille') ?? '',
    nature: textAt(node, 'nature') ?? '',
    complement: textAt(node, 'complementJugement') ?? '',
  }
}

/** The key of the announcement this one corrects or cancels: publication, issue and number, joined. */
function previousKeyOf({ parutionavisprecedent }: BodaccRecord): string | null {
  const node = parseNested(parutionavisprecedent)
  const letter = /([ABC])$/.exec(textAt(node, 'nomPublication') ?? '')?.[1]
  const issue = /^\d+$/.exec(textAt(node, 'numeroParution')?.replaceAll(' ', '') ?? '')?.[0]
  const number = /^\d+$/.exec(textAt(node, 'numeroAnnonce')?.replaceAll(' ', '') ?? '')?.[0]
  return letter && issue && number ? letter + issue + String(Number(number)) : null
}

function roleOf(record: BodaccRecord, siren: string): Announcement['role'] {
  if (sirensIn(parseNested(record.listepersonnes)).includes(siren)) return 'BUYER'
  const former = [record.listeprecedentproprietaire, record.listeprecedentexploitant]
  return former.some((field) => sirensIn(parseNested(field)).includes(siren)) ? 'SELLER' : 'SUBJECT'
}

function effectiveDay(record: BodaccRecord): string {
  const [judgment, act] = [parseNested(record.jugement), parseNested(record.acte)]
  const strikingOff = parseNested(record.radiationaurcs)
  const given = [
    textAt(judgment, 'date'),
    textAt(strikingOff, 'dateCessationActivitePP'),
    textAt(strikingOff, 'radiationPP', 'dateCessationActivitePP'),
    textAt(act, 'dateEffet'),
    textAt(act, 'dateImmatriculation'),
    textAt(act, 'dateCommencementActivite'),
  ]
  const day = given.map(frenchDay).find((one) => one !== null) ?? null
  // Courts announce what happened: a later day is a slip of the pen.
  return day !== null && day <= record.dateparution ? day : record.dateparution
}

function wordsOf(record: BodaccRecord): string | null {
  return (
    textAt(parseNested(record.jugement), 'complementJugement') ??
    textAt(parseNested(record.modificationsgenerales), 'descriptif') ??
    textAt(parseNested(record.acte), 'descriptif') ??
    textAt(parseNested(record.radiationaurcs), 'commentaire') ??
    textAt(parseNested(record.depot), 'descriptif') ??
    textAt(parseNested(record.divers), 'descriptif')
  )
}
