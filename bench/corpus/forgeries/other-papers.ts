// Forgeries that change no file: the wrong paper, somebody else's, or one of another day.
import { inventCompany } from '../companies.ts'
import { addDays, today, type Facts } from '../facts.ts'
import type { Block } from '../layouts/blocks.ts'
import { siren, slashed } from '../layouts/blocks.ts'
import type { Forgery, Studio } from './forgery.ts'

/** Papers that quote a certificate, with its words and the right company and dates. */
function quoting({ random, blocksOf }: Studio, claim: Facts): readonly Block[] {
  const certificate = blocksOf(claim)
  const before: readonly (readonly Block[])[] = [
    [
      { right: [claim.company.name, claim.company.address] },
      { text: 'Objet : votre demande de document' },
      { text: 'Madame, Monsieur, nous vous confirmons ce qui suit, et vous en adresserons l’original.' },
    ],
    [
      { letterhead: [claim.company.name] },
      { title: 'ATTESTATION SUR L’HONNEUR' },
      {
        text: `Je soussigné, gérant de ${claim.company.name}, SIREN ${siren(claim)}, déclare sur l’honneur :`,
      },
    ],
    [
      { title: 'DEVIS' },
      { text: `Établi pour ${claim.company.name} le ${slashed(claim.issuedOn)}` },
      { text: 'Exemple du document que vous recevrez après la signature :' },
    ],
    [
      { title: 'How to read your certificate' },
      { text: 'A guide for customers. The sample below shows where to find each piece of information.' },
      { heading: 'SPECIMEN' },
    ],
  ]
  return [...random.pick(before), ...certificate]
}

export const otherPapers: readonly Forgery[] = [
  {
    name: 'another paper that quotes the right words',
    make: async (studio, claim) => ({ bytes: await studio.drawBlocks(quoting(studio, claim)) }),
  },
  {
    name: 'another firm’s genuine piece',
    make: async ({ draw, random, seal }, claim) => {
      const bytes = await draw({ ...claim, company: inventCompany(random) })
      return { bytes: random.below(2) === 0 ? bytes : seal(bytes, 'office', 'B-T') }
    },
  },
  {
    name: 'issued on a day that has not come',
    kinds: /^(?!FOREIGN_SOC|INS_|BANK)/,
    make: async ({ draw, random }, claim) => {
      const issuedOn = addDays(today, 8 + random.below(60))
      const early = { ...claim, issuedOn, stateOn: addDays(issuedOn, -1) }
      return { bytes: await draw(early), claim: early }
    },
  },
]
