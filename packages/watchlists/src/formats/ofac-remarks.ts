import { readDate } from '../dates.ts'
import { addBirthDate, addCountry, addIdentifier, addName, addText } from '../draft.ts'
import type { ListEntry } from '../entry.ts'
import { identifierType } from '../identifiers.ts'
import type { Notes } from '../notes.ts'
import { tidy } from '../text.ts'
import { ofacName } from './ofac-names.ts'

/** In the CSV files most of what is known of an entry stands in one text, its items separated by semicolons. */
export function readRemarks(entry: ListEntry, remarks: string, notes: Notes): void {
  const text = tidy(remarks)
  if (text === '') return
  addText(entry.reasons, text)
  for (const item of text.replace(/\.$/, '').split(/;\s/)) readItem(entry, item.replace(/^alt\. /, ''), notes)
}

function readItem(entry: ListEntry, item: string, notes: Notes): void {
  // Weak aliases are nowhere else. One without its second quote was cut off.
  const alias = /^([afn])\.k\.a\. '(.+)'$/.exec(item)
  if (alias) return addName(entry, ofacName(entry.kind, alias[2] ?? ''), 'WEAK')
  const birth = /^DOB (.+)$/.exec(item)
  if (birth) {
    const [, date = ''] = birth
    return addBirthDate(entry, readDate(date), { text: date, notes })
  }
  const place = /^POB (.+)$/.exec(item)
  if (place) return addText(entry.birthPlaces, place[1])
  const country = /^(?:nationality|citizen) (.+)$/.exec(item)
  if (country) return addCountry(entry, country[1], notes)
  const site = /^Website:? (\S+)$/.exec(item)
  if (site) return addText(entry.links, site[1])
  readNumber(entry, item)
}

const labelled =
  /^(.*?(?:Passport|No\.?|Number|ID|#|Code(?: \(USCC\))?|SWIFT\/BIC|IMO|R\.F\.C\.|RFC|C\.U\.R\.P\.|CURP|D\.N\.I\.|SSN|Card)) ([^()]*[\dA-Z][^()]*)(?:\((.+?)\))?/

function readNumber(entry: ListEntry, item: string): void {
  // A longer one is a sentence, and the pattern below would take long to find that out.
  if (item.length > 500) return
  if (/phone|fax|\bdate\b|ticker|isin|e-?mail|aircraft|linked to|\binformation\b/i.test(item)) return
  const imo = /\bIMO (\d{7})\b/.exec(item)?.[1]
  if (imo) {
    // Companies are numbered by the IMO too, in a row of numbers of their own.
    if (entry.kind === 'VESSEL') addIdentifier(entry, 'IMO', imo)
    else addIdentifier(entry, 'REGISTRATION', `IMO ${imo}`)
    return
  }
  const [, label = '', text = '', country] = labelled.exec(item) ?? []
  const value = text.replace(/ (?:issued|expires|expired|effective)\b.*$/i, '').trim()
  const type = identifierType(label)
  if (value === '' || (!/\d/.test(value) && type !== 'BIC')) return
  addIdentifier(entry, type, value, country)
}
