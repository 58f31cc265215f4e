import { edited, pasted } from './edited.ts'
import type { Forgery } from './forgery.ts'
import { layers } from './layers.ts'
import { otherPapers } from './other-papers.ts'
import { sealed } from './sealed.ts'

export const forgeries: readonly Forgery[] = [...edited, ...sealed, ...otherPapers, ...layers]
export const scanForgeries: readonly Forgery[] = pasted

/** Nothing in such a file tells: it is counted apart, as what no look at an unsealed file can find. */
export const madeAnew: Forgery = {
  name: 'made anew without a trace',
  make: async ({ draw }, claim) => ({ bytes: await draw(claim) }),
}
