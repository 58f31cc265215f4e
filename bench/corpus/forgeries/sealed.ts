// Forgeries around a seal.
import { inventFacts, outdated } from '../facts.ts'
import {
  appendTo,
  nextNumber,
  objectOf,
  pagesOf,
  takeApart,
  textOf,
  withEntry,
  writeAnew,
} from '../pdf/objects.ts'
import { differences, signedBy } from './edited.ts'
import type { Forgery } from './forgery.ts'

const contents = /\/Contents<([0-9a-f]+)>/

export const sealed: readonly Forgery[] = [
  {
    name: 'seal removed and saved anew',
    make: async ({ draw, random }, claim) => {
      const objects = takeApart(await draw(claim))
      const field = nextNumber(objects)
      // The empty field stays behind, and the program that saved writes its name.
      const form = `/AcroForm<</SigFlags 3/Fields[${field} 0 R]>>`
      const left = new Map([
        ...objects.bodies,
        [objects.root, withEntry(textOf(objects, objects.root), form)] as const,
        [
          field,
          objectOf(field, '<</Type/Annot/Subtype/Widget/FT/Sig/T(Seal)/Rect[0 0 0 0]/F 132>>'),
        ] as const,
      ])
      const program = random.pick([
        'pdf-lib (https://github.com/Hopding/pdf-lib)',
        'Foxit PDF Editor',
        'iLovePDF',
      ])
      return { bytes: writeAnew(signedBy({ ...objects, bodies: left }, program)) }
    },
  },
  {
    name: 'page added after the seal',
    make: async ({ draw, seal }, claim) => {
      const original = seal(await draw(claim), 'office', 'B-T')
      const objects = takeApart(original)
      const [page = 0] = pagesOf(objects)
      const added = nextNumber(objects)
      const parent = Number(/\/Parent (\d+) 0 R/.exec(textOf(objects, page))?.[1])
      const copy = textOf(objects, page).replace(/^\d+ 0 obj/, `${added} 0 obj`)
      const longer = textOf(objects, parent)
        .replace(/\/Kids\s*\[/, `/Kids [${added} 0 R `)
        .replace(/\/Count (\d+)/, (_, count: string) => `/Count ${Number(count) + 1}`)
      const changed = new Map([
        [added, Buffer.from(copy, 'latin1')],
        [parent, Buffer.from(longer, 'latin1')],
      ])
      return { bytes: appendTo(original, changed) }
    },
  },
  {
    name: 'seal of another piece',
    make: async ({ draw, seal, random }, claim) => {
      const other = seal(await draw(inventFacts(random, claim.kind)), 'office', 'B-T').toString('latin1')
      const own = seal(await draw(claim), 'office', 'B-T').toString('latin1')
      const stolen = contents.exec(other)?.[1] ?? ''
      return { bytes: Buffer.from(own.replace(contents, `/Contents<${stolen}>`), 'latin1') }
    },
  },
  {
    name: 'seal that imitates the issuer',
    make: async ({ draw, seal }, claim) => ({ bytes: seal(await draw(claim), 'impostor', 'B-B') }),
  },
  {
    name: 'contents replaced under the seal',
    make: async ({ draw, seal }, claim) => {
      const original = await draw(outdated(claim))
      const shown = differences(original, await draw(claim))
      return { bytes: appendTo(seal(original, 'office', 'B-T'), shown) }
    },
  },
]
