import type { EntryIdentifier, ListFile } from '../entry.ts'
import { startHolding } from '../held.ts'
import { readFtmEntities, type FtmEntity } from './opensanctions-entities.ts'

/** What lines of their own say of an entity. */
interface LinkedFacts {
  numbers: EntryIdentifier[]
  positions: string[]
  programmes: string[]
  reasons: string[]
  startDates: string[]
}

export interface FtmLinks {
  facts: Map<string, LinkedFacts>
  addresses: Map<string, string>
}

export async function gatherLinks(file: ListFile): Promise<FtmLinks> {
  const links: FtmLinks = { facts: new Map(), addresses: new Map() }
  const [positions, held] = [new Map<string, string>(), [] as { holder: string; post: string }[]]
  const hold = startHolding()
  for await (const { entity } of readFtmEntities(file)) {
    const { id, schema } = entity
    const values = few(entity)
    if (schema === 'Address') links.addresses.set(id, values('full')[0] ?? '')
    else if (schema === 'Position') positions.set(id, values('name')[0] ?? '')
    else if (schema === 'Occupancy') {
      for (const holder of values('holder')) for (const post of values('post')) held.push({ holder, post })
    } else if (schema === 'Sanction') addSanction(links, entity)
    else if (schema === 'Passport' || schema === 'Identification') addDocument(links, entity)
    else continue
    hold(file.name, ...kept.flatMap((name) => values(name)))
  }
  for (const { holder, post } of held) {
    const name = positions.get(post)
    if (name !== undefined) factsOfEntity(links, holder).positions.push(name)
  }
  return links
}

const kept = ['full', 'name', 'holder', 'post', 'entity', 'program', 'programId', 'reason', 'number']

// An honest line links one thing to one other; all with all of a hostile one would fill the memory.
const few =
  (entity: FtmEntity) =>
  (name: string): string[] =>
    entity.values(name).slice(0, 20)

function addSanction(links: FtmLinks, entity: FtmEntity): void {
  const values = few(entity)
  const [ids, names] = [values('programId'), values('program')]
  for (const id of values('entity')) {
    const facts = factsOfEntity(links, id)
    facts.programmes.push(...(ids.length > 0 ? ids : names))
    facts.reasons.push(...values('reason'))
    facts.startDates.push(...values('startDate'))
  }
}

function addDocument(links: FtmLinks, entity: FtmEntity): void {
  const values = few(entity)
  const [country] = values('country')
  const type = entity.schema === 'Passport' ? 'PASSPORT' : 'NATIONAL_ID'
  for (const holder of values('holder')) {
    for (const value of values('number')) {
      factsOfEntity(links, holder).numbers.push({
        type,
        value,
        ...(country === undefined ? {} : { country }),
      })
    }
  }
}

function factsOfEntity(links: FtmLinks, id: string): LinkedFacts {
  const known = links.facts.get(id)
  if (known) return known
  const fresh = linksOf(links, '')
  links.facts.set(id, fresh)
  return fresh
}

export function linksOf(links: FtmLinks, id: string): LinkedFacts {
  return links.facts.get(id) ?? { numbers: [], positions: [], programmes: [], reasons: [], startDates: [] }
}
