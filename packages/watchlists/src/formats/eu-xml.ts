import { readDay } from '../dates.ts'
import type { ListEntry, ListFile } from '../entry.ts'
import { isUsable, type Notes } from '../notes.ts'
import { readXml } from '../xml.ts'
import { attributeOf, childOf, childrenOf, textAt, textsAt, type XmlElement } from '../xml-element.ts'
import { readEuEntry, type EuPart, type EuParts } from './eu-entry.ts'

/** The consolidated list of the European Union, XML 1.1. */
export async function* readEuXml(file: ListFile, notes: Notes): AsyncGenerator<ListEntry> {
  const records = readXml(file, {
    root: 'export',
    records: ['sanctionEntity'],
    onRoot: (attributes) => {
      const day = readDay(attributes.get('generationDate'))
      if (day) notes.publishedOn = day
    },
  })
  for await (const record of records) {
    const entry = readEuEntry(partsOf(record), notes)
    if (isUsable(entry, { file: file.name, line: record.line }, notes)) yield entry
  }
  notes.isEndMarked = true
}

function partsOf(record: XmlElement): EuParts {
  const part =
    (element: XmlElement): EuPart =>
    (name) =>
      // Addresses of acts are the one thing that stands in an element and not in an attribute.
      attributeOf(element, name) || textAt(element, name)
  const all = (name: string): EuPart[] => childrenOf(record, name).map(part)
  const subject = childOf(record, 'subjectType')
  return {
    entity: part(record),
    subjectType: attributeOf(subject, 'code') || attributeOf(subject, 'classificationCode'),
    regulations: all('regulation'),
    names: childrenOf(record, 'nameAlias').map((name) => ({
      part: part(name),
      remark: textsAt(name, 'remark').join(' '),
    })),
    births: all('birthdate'),
    addresses: all('address'),
    identifications: all('identification'),
    citizenships: all('citizenship'),
    remarks: textsAt(record, 'remark'),
  }
}
