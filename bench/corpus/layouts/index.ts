import type { Kind } from '../facts.ts'
import { banks, foreignRegisters, posted } from './abroad-and-banks.ts'
import type { Layout } from './blocks.ts'
import { decennial, liability } from './insurance.ts'
import { leave, registration, taxes, vigilance } from './offices.ts'
import { managementSystems } from './standards.ts'

/** Three or four of each kind: two that readers were written with in view, and those that figures come from. */
const layouts: Readonly<Record<Kind, readonly Layout[]>> = {
  SOC_VIGILANCE: vigilance,
  FISCAL_REG: taxes,
  REG_PROOF: registration,
  BTP_LEAVE: leave,
  INS_LIABILITY: liability,
  INS_DECENNIAL: decennial,
  ISO9001: managementSystems,
  ISO14001: managementSystems,
  ISO27001: managementSystems,
  ISO45001: managementSystems,
  FOREIGN_REG: foreignRegisters,
  FOREIGN_SOC: posted,
  BANK_DETAILS: banks,
}

export function layoutsOf(kind: Kind, use: Layout['use']): readonly Layout[] {
  return layouts[kind].filter((layout) => layout.use === use)
}
