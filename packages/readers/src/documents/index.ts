import type { Reader } from '../reader.ts'
import { bankDetails } from './bank-details.ts'
import { btpLeave } from './btp-leave.ts'
import { fiscalReg } from './fiscal-reg.ts'
import { foreignReg, foreignSoc } from './foreign.ts'
import { insDecennial, insLiability } from './insurance.ts'
import { isoReaders } from './iso.ts'
import { regProof } from './reg-proof.ts'
import { socVigilance } from './soc-vigilance.ts'

export { genericReader } from './generic.ts'

/** Every reader but the generic one; a new document is one more line here. */
export const readers: readonly Reader[] = [
  socVigilance,
  fiscalReg,
  regProof,
  btpLeave,
  insLiability,
  insDecennial,
  ...isoReaders,
  bankDetails,
  foreignReg,
  foreignSoc,
]
