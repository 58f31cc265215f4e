// Forgeries by changing a genuine file: what is claimed never stood in it.
import { inventCompany, spaced, type Company } from '../companies.ts'
import { outdated, type Facts } from '../facts.ts'
import { dotted, grouped, inEnglish, inFrench, slashed } from '../layouts/blocks.ts'
import { appendTo, nextNumber, objectOf, takeApart, writeAnew, type Objects } from '../pdf/objects.ts'
import { findTexts, overlay } from '../pdf/overlay.ts'
import type { Forgery } from './forgery.ts'

const ways = [slashed, dotted, inFrench, inEnglish]

/** What must be written in the place of what, so that one piece says what the other does. */
export function datesToChange(from: Facts, to: Facts): Map<string, string> {
  const days = (['issuedOn', 'stateOn', 'from', 'until'] as const).map(
    (name) => [from[name], to[name]] as const,
  )
  return new Map(ways.flatMap((way) => days.map(([old, fresh]) => [way(old), way(fresh)] as const)))
}

function companiesToChange(from: Company, to: Company): Map<string, string> {
  const numbers = (['siren', 'siret', 'vatNumber'] as const).flatMap((name) => [
    [spaced(from[name]), spaced(to[name])] as const,
    [from[name], to[name]] as const,
  ])
  const names = [[from.name, to.name] as const, [from.name.toUpperCase(), to.name.toUpperCase()] as const]
  return new Map([...numbers, ...names])
}

/** Objects that differ between two drawings of the same layout. */
export function differences(one: Buffer, other: Buffer): Map<number, Buffer> {
  const before = takeApart(one).bodies
  return new Map([...takeApart(other).bodies].filter(([num, body]) => before.get(num)?.equals(body) !== true))
}

/** The file anew, with other words in white boxes over those that stood there. */
async function paintOver(bytes: Buffer, changes: ReadonlyMap<string, string>): Promise<Buffer> {
  const found = await findTexts(bytes, [...changes.keys()])
  if (found.length === 0) throw new Error('Nothing to paint over.')
  const marks = found.map((one) => ({ ...one, write: plain(changes.get(one.text) ?? ''), isBoxed: true }))
  return writeAnew(withBodies(takeApart(bytes), overlay(bytes, marks)))
}

/** In the signs that every typeface has. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

const editors = [
  'iLovePDF',
  'Sejda 5.3 (www.sejda.com)',
  'Adobe Acrobat Pro 24.2',
  'PDFescape Online - https://www.pdfescape.com',
  'Adobe Photoshop 25.0',
  'Canva',
]

/** The program that saved a file last writes its name and the time. */
export function signedBy(objects: Objects, program: string): Objects {
  const info = objects.info ?? nextNumber(objects)
  const dates = "/CreationDate (D:20260301090000Z)/ModDate (D:20261116101500+01'00')"
  const words = objectOf(info, `<</Producer (${program})${dates}>>`)
  return { ...objects, info, bodies: new Map([...objects.bodies, [info, words]]) }
}

const withBodies = (objects: Objects, changed: ReadonlyMap<number, Buffer>): Objects => ({
  ...objects,
  bodies: new Map([...objects.bodies, ...changed]),
})

export const edited: readonly Forgery[] = [
  {
    name: 'date changed by an appended save',
    make: async ({ draw }, claim) => {
      const original = await draw(outdated(claim))
      return { bytes: appendTo(original, differences(original, await draw(claim))) }
    },
  },
  {
    name: 'date painted over',
    make: async ({ draw }, claim) => {
      const before = outdated(claim)
      const original = await draw(before)
      return { bytes: await paintOver(original, datesToChange(before, claim)) }
    },
  },
  {
    name: 'amount painted over',
    kinds: /^INS_/,
    make: async ({ draw, language }, claim) => {
      const between = language === 'en' ? ',' : ' '
      const raised = { ...claim, amount: claim.amount * 4 }
      const original = await draw(claim)
      const change = new Map([[grouped(claim.amount, between), grouped(raised.amount, between)]])
      return { bytes: await paintOver(original, change), claim: raised }
    },
  },
  {
    name: 'number and name replaced by an editor',
    kinds: /^(?!ISO|FOREIGN)/,
    make: async ({ draw, random }, claim) => {
      const owner = inventCompany(random)
      const { name, siren } = claim.company
      // What stands small print is often forgotten.
      const half = { ...owner, name, siren }
      const bytes = await draw({ ...claim, company: half })
      return { bytes: writeAnew(signedBy(takeApart(bytes), random.pick(editors))) }
    },
  },
  {
    name: 'number painted over',
    kinds: /^(?!ISO|FOREIGN|BANK)/,
    make: async ({ draw, random }, claim) => {
      const owner = { ...inventCompany(random), name: claim.company.name }
      const original = await draw({ ...claim, company: owner })
      return { bytes: await paintOver(original, companiesToChange(owner, claim.company)) }
    },
  },
]

/** Made with an image editor, or with paper and glue: what remains is a picture. */
export const pasted: readonly Forgery[] = [
  {
    name: 'date pasted into a scan',
    make: async ({ draw }, claim) => {
      const before = outdated(claim)
      return { bytes: await paintOver(await draw(before), datesToChange(before, claim)) }
    },
  },
  {
    name: 'name and number pasted into a scan',
    make: async ({ draw, random }, claim) => {
      const owner = inventCompany(random)
      const original = await draw({ ...claim, company: owner })
      return { bytes: await paintOver(original, companiesToChange(owner, claim.company)) }
    },
  },
]
