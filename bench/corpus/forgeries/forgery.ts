import type { Random } from '../../../torture/random.ts'
import type { Facts } from '../facts.ts'
import type { Block } from '../layouts/blocks.ts'
import type { Level, Sealers } from '../pdf/seal.ts'

/** What a forger works with. */
export interface Studio {
  readonly random: Random
  readonly language: 'fr' | 'en'
  readonly sealers: Sealers
  /** The piece that says this, as its issuer makes it. */
  readonly draw: (facts: Facts) => Promise<Buffer>
  readonly drawBlocks: (blocks: readonly Block[]) => Promise<Buffer>
  readonly blocksOf: (facts: Facts) => readonly Block[]
  readonly seal: (bytes: Buffer, by: 'office' | 'impostor', level?: Level) => Buffer
}

export interface Forgery {
  readonly name: string
  /** Of which kinds it is made; of all where nothing is said. */
  readonly kinds?: RegExp
  /** A file that pretends to say what the claim says; what is claimed may be changed on the way. */
  readonly make: (studio: Studio, claim: Facts) => Promise<Forged>
}

export interface Forged {
  readonly bytes: Buffer
  readonly claim?: Facts
}
