import { addName, addText, joinParts } from '../draft.ts'
import type { ListEntry, NameKind } from '../entry.ts'
import { noteUnread, type Notes } from '../notes.ts'
import { attributeOf, childrenOf, textAt, type XmlElement } from '../xml-element.ts'

/** Hundreds of combinations of spellings occur for one name; this many are told. */
const maxSpellings = 64

/** A name comes in parts, each with spellings of its own: every combination within one script is a name. */
export function addSwissName(
  entry: ListEntry,
  name: XmlElement,
  { isMain, notes }: { isMain: boolean; notes: Notes },
): void {
  const parts = childrenOf(name, 'name-part').toSorted((a, b) => orderOf(a) - orderOf(b))
  const titles = parts.filter((part) => attributeOf(part, 'name-part-type') === 'title')
  addText(entry.positions, ...titles.map(valueOf))
  const named = parts.filter((part) => !titles.includes(part) && valueOf(part) !== '')
  const kind = kindOfName(name, isMain)
  addName(entry, joinParts(' ', ...named.map(valueOf)), kind)
  const others = kind === 'PRIMARY' ? 'ALIAS' : kind
  for (const script of new Set(named.flatMap(variantsOf).map(scriptOf))) {
    for (const spelling of spellings(named, script, notes)) addName(entry, spelling, others)
  }
}

const orderOf = (part: XmlElement): number => Number(attributeOf(part, 'order')) || 0
const valueOf = (part: XmlElement): string => textAt(part, 'value') || part.text
const variantsOf = (part: XmlElement): XmlElement[] => childrenOf(part, 'spelling-variant')
const scriptOf = (variant: XmlElement): string => attributeOf(variant, 'script') || 'LATN'

function kindOfName(name: XmlElement, isMain: boolean): NameKind {
  if (attributeOf(name, 'quality') === 'low') return 'WEAK'
  const type = attributeOf(name, 'name-type')
  if (type === 'formerly-known-as') return 'FORMER'
  return isMain && type !== 'alias' ? 'PRIMARY' : 'ALIAS'
}

function spellings(parts: readonly XmlElement[], script: string, notes: Notes): string[] {
  let found = ['']
  for (const part of parts) {
    const inScript = variantsOf(part).filter((variant) => scriptOf(variant) === script)
    const own = script === 'LATN' || inScript.length === 0 ? [valueOf(part)] : []
    const choices = [...own, ...inScript.map(({ text }) => text)]
    const all = found.flatMap((before) => choices.map((choice) => joinParts(' ', before, choice)))
    found = all.slice(0, maxSpellings)
    if (all.length > maxSpellings) noteUnread(notes, 'combinations of spellings', found[0] ?? '')
  }
  return found
}
