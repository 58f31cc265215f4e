import type { Identifier, Subject, SubjectKind, SubjectName } from '../src/index.ts'
import { readRows, readText } from './public-data.ts'

const kinds: Readonly<Record<string, SubjectKind>> = { individual: 'PERSON', vessel: 'VESSEL' }

/** OFAC writes its weak aliases into the remarks only, in single quotes. */
const weakNames = (remarks: string): SubjectName[] =>
  [...remarks.matchAll(/[af]\.k\.a\. '([^']+)'/g)].map(([, text = '']) => ({ text, kind: 'WEAK' }))

const imoNumbers = (remarks: string): Identifier[] =>
  [...remarks.matchAll(/\bIMO (\d{7})\b/g)].map(([, value = '']) => ({ type: 'IMO', value }))

function readOfac(folder: string, prefix: { primary: string; aliases: string }): Subject[] {
  const aliases = new Map<string, SubjectName[]>()
  for (const [id = '', , , text = ''] of readRows(`lists/${folder}/${prefix.aliases}`)) {
    if (text !== '-0-') aliases.set(id, [...(aliases.get(id) ?? []), { text, kind: 'ALIAS' }])
  }
  return readRows(`lists/${folder}/${prefix.primary}`).map((row) => {
    const [id = '', text = '', type = ''] = row
    const remarks = row[11] ?? ''
    return {
      kind: kinds[type] ?? 'ORGANISATION',
      names: [{ text, kind: 'PRIMARY' }, ...(aliases.get(id) ?? []), ...weakNames(remarks)],
      identifiers: imoNumbers(remarks),
    }
  })
}

const values = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))]
    .map(([, text = '']) =>
      text.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&quot;', '"').trim(),
    )
    .filter((text) => text !== '')

function readUnAliases(xml: string): SubjectName[] {
  return [...xml.matchAll(/<(?:INDIVIDUAL|ENTITY)_ALIAS>([\s\S]*?)<\/(?:INDIVIDUAL|ENTITY)_ALIAS>/g)].flatMap(
    ([, alias = '']) =>
      values(alias, 'ALIAS_NAME')
        .flatMap((text) => text.split('; '))
        .map((text): SubjectName => ({ text, kind: alias.includes('Low') ? 'WEAK' : 'ALIAS' })),
  )
}

function readUn(): Subject[] {
  const xml = readText('lists/un-2026-02/UN_consolidated.xml')
  return [...xml.matchAll(/<(INDIVIDUAL|ENTITY)>([\s\S]*?)<\/\1>/g)].map(([, tag, entry = '']) => {
    const parts = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].flatMap((part) =>
      values(entry, part),
    )
    const original = values(entry, 'NAME_ORIGINAL_SCRIPT').map((text): SubjectName => ({
      text,
      kind: 'ALIAS',
    }))
    return {
      kind: tag === 'ENTITY' ? 'ORGANISATION' : 'PERSON',
      names: [{ text: parts.join(' '), kind: 'PRIMARY' }, ...original, ...readUnAliases(entry)],
    }
  })
}

/** Every entry of the lists of OFAC and of the United Nations. */
export const readEntries = (): Subject[] => [
  ...readOfac('ofac-2021-07', { primary: 'sdn.csv', aliases: 'alt.csv' }),
  ...readOfac('ofac-non-sdn-2025-12', { primary: 'cons_prim.csv', aliases: 'cons_alt.csv' }),
  ...readUn(),
]

/** Invented persons of many countries, and persons of the UN list with slips of the pen. */
export const readPersons = (file: string): string[] =>
  readRows(`lists/persons/${file}.csv`)
    .slice(1)
    .map(([text = '']) => text)
