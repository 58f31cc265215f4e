import { dateOfParts, readDate, readDay } from '../dates.ts'
import {
  addBirthDate,
  addCountry,
  addIdentifier,
  addName,
  addText,
  draftEntry,
  guessAliasKind,
  joinParts,
} from '../draft.ts'
import type { EntryKind, ListEntry, ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { identifiersInText } from '../identifiers.ts'
import { fieldOf, listOf, readJsonRecords, textOf } from '../json-records.ts'
import { isUsable, type Notes } from '../notes.ts'

/** The French register of frozen assets. It holds, beside those of the EU and the UN, the national designations. */
export async function* readFrenchJson(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  // { "Publications": { "PublicationDetail": [ { … } ] } }
  const records = readJsonRecords(file, 3, (rest) => {
    const publications = fieldOf(rest, 'Publications')
    if (!Array.isArray(fieldOf(publications, 'PublicationDetail'))) {
      throw new ListFault('NOT_THIS_LIST', 'this is not the French register of frozen assets', {
        file: file.name,
      })
    }
    const day = readDay(textOf(publications, 'DatePublication'))
    if (day) notes.publishedOn = day
  })
  for await (const { line, value } of records) {
    const entry = readEntry(value, notes)
    if (isUsable(entry, { file: file.name, line }, notes)) yield entry
  }
  notes.isEndMarked = true
}

const kinds = new Map<string, EntryKind>([
  ['personne physique', 'PERSON'],
  ['personne morale', 'ORGANISATION'],
  ['navire', 'VESSEL'],
])

function readEntry(record: unknown, notes: Notes): ListEntry {
  const kind = kinds.get(textOf(record, 'Nature').trim().toLowerCase()) ?? 'UNKNOWN'
  const entry = draftEntry(textOf(record, 'IdRegistre').trim(), kind)
  const details = listOf(record, 'RegistreDetail')
  const values = (type: string): unknown[] =>
    details
      .filter((detail) => textOf(detail, 'TypeChamp') === type)
      .flatMap((detail) => listOf(detail, 'Valeur'))
  const texts = (type: string, name: string): string[] => values(type).map((value) => textOf(value, name))

  // Where there is no first name, the whole name stands in `Nom`.
  addName(entry, joinParts(' ', ...texts('PRENOM', 'Prenom'), textOf(record, 'Nom')), 'PRIMARY')
  // No alias is marked as weak here.
  for (const alias of texts('ALIAS', 'Alias')) addName(entry, alias, guessAliasKind(kind, alias))
  for (const birth of values('DATE_DE_NAISSANCE')) readBirth(entry, birth, notes)
  for (const place of values('LIEU_DE_NAISSANCE')) {
    addText(entry.birthPlaces, joinParts(', ', textOf(place, 'Lieu'), textOf(place, 'Pays')))
  }
  for (const country of texts('NATIONALITE', 'Pays')) addCountry(entry, country, notes)
  for (const address of [...values('ADRESSE_PP'), ...values('ADRESSE_PM')]) readAddress(entry, address, notes)
  for (const number of texts('PASSEPORT', 'NumeroPasseport')) addIdentifier(entry, 'PASSPORT', number)
  for (const number of texts('AUTRE_IDENTITE', 'NumeroCarte')) addIdentifier(entry, 'NATIONAL_ID', number)
  for (const number of texts('NUMERO_OMI', 'NumeroOMI')) addIdentifier(entry, 'IMO', number)
  for (const text of texts('IDENTIFICATION', 'Identification')) readNumbers(entry, text)
  addText(entry.positions, ...texts('TITRE', 'Titre'))
  addText(entry.programmes, ...texts('FONDEMENT_JURIDIQUE', 'FondementJuridiqueLabel'))
  addText(entry.reasons, ...texts('MOTIFS', 'Motifs'), ...texts('IDENTIFICATION', 'Identification'))
  addText(entry.links, ...texts('SITE_INTERNET', 'SiteInternet'))
  addText(
    entry.references,
    ...texts('REFERENCE_UE', 'ReferenceUe'),
    ...texts('REFERENCE_ONU', 'ReferenceOnu'),
  )
  return entry
}

function readBirth(entry: ListEntry, birth: unknown, notes: Notes): void {
  const [year, month, day] = ['Annee', 'Mois', 'Jour'].map((name) => textOf(birth, name).trim())
  const text = joinParts('.', day, month, year) || textOf(birth, 'DateNaissance')
  const read = dateOfParts(Number(year), Number(month), Number(day)) ?? readDate(text)
  addBirthDate(entry, read, { text, notes })
}

function readAddress(entry: ListEntry, address: unknown, notes: Notes): void {
  const country = textOf(address, 'Pays')
  const lines = textOf(address, 'Adresse').split(/;\s*/)
  addText(entry.addresses, ...lines.map((line) => joinParts(', ', line, country)))
  if (entry.kind !== 'PERSON') addCountry(entry, country, notes)
}

function readNumbers(entry: ListEntry, text: string): void {
  for (const { type, value } of identifiersInText(text)) {
    // Only a ship has the number of a ship.
    addIdentifier(entry, type === 'IMO' && entry.kind !== 'VESSEL' ? 'REGISTRATION' : type, value)
  }
}
