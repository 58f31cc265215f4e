import type { TSchema } from 'typebox'
import { checkSiren, sirenOfVat } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import { closingDate, inseeRecord, maskedRecord, unitToday } from './insee-sirene.record.ts'
import { EstablishmentAnswer, UnitAnswer, type InseeEstablishment } from './insee-sirene.schema.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from './outbound/index.ts'
import type { CompanyIdentifier, Lookup } from './provider.ts'

interface How {
  /** Not from answers kept before. */
  readonly fresh?: boolean
  readonly signal: AbortSignal | undefined
}
type Unavailable = Extract<OutboundAnswer<never>, { kind: 'UNAVAILABLE' }>
type Found = Exclude<Lookup<CompanyRecord>, { kind: 'UNAVAILABLE' }> | Unavailable

/** Companies by their numbers; what is said in several places of the register is put together. */
export class InseeLookup {
  readonly #outbound: Outbound

  constructor(outbound: Outbound) {
    this.#outbound = outbound
  }

  async find({ code, value }: CompanyIdentifier, how: How): Promise<Found> {
    if (code === 'CIT001') return this.#bySiret(value, how)
    const siren = code === 'CIT002' ? sirenOfVat(value) : value
    return code === 'CIT003' || siren === null ? { kind: 'NOT_FOUND' } : this.#bySiren(siren, how)
  }

  async #bySiret(siret: string, how: How): Promise<Found> {
    const answer = await this.#establishment(siret, how)
    if (answer.kind !== 'OK') return answer
    if (answer.value === 'HIDDEN') return { kind: 'FOUND', company: maskedRecord(siret.slice(0, 9), siret) }
    const { siren, uniteLegale: unit } = answer.value
    const isCeased = unit.etatAdministratifUniteLegale === 'C'
    // Only the unit itself says since when it has ceased.
    if (isCeased) return this.#bySiren(siren, how, answer.value.siret)
    const headOffice = await this.#headOffice(siren, answer.value, how)
    if (headOffice.kind !== 'OK') return headOffice
    const parts = { siren, siret: answer.value.siret, unit, headOffice: headOffice.value, closedOn: null }
    return { kind: 'FOUND', company: inseeRecord(parts) }
  }

  async #bySiren(siren: string, how: How, siret?: string, moved = false): Promise<Found> {
    const answer = await this.#ask(
      { path: `/siren/${siren}`, schema: UnitAnswer, accept: [403], acceptText: [301] },
      how,
    )
    if (answer.kind !== 'OK') return answer
    if (typeof answer.value === 'string') {
      const other = moved ? null : otherSiren(answer.value, siren)
      return other === null ? { kind: 'NOT_FOUND' } : this.#bySiren(other, how, undefined, true)
    }
    if (!('uniteLegale' in answer.value)) {
      if (!isHidden(answer.value.header.message)) return this.#unavailable(refused)
      return { kind: 'FOUND', company: maskedRecord(siren, siret ?? null) }
    }
    const unit = unitToday(answer.value.uniteLegale)
    const seat = unit.nicSiegeUniteLegale ? `${siren}${unit.nicSiegeUniteLegale}` : null
    const headOffice = await this.#seat(seat, how)
    if (headOffice.kind !== 'OK') return headOffice
    const closedOn = closingDate(answer.value.uniteLegale)
    const company = inseeRecord({ siren, siret: siret ?? seat, unit, headOffice: headOffice.value, closedOn })
    return { kind: 'FOUND', company }
  }

  async #headOffice(
    siren: string,
    known: InseeEstablishment,
    how: How,
  ): Promise<Unavailable | { kind: 'OK'; value: InseeEstablishment | null }> {
    if (known.etablissementSiege) return { kind: 'OK', value: known }
    const nic = known.uniteLegale.nicSiegeUniteLegale
    return this.#seat(nic ? siren + nic : null, how)
  }

  async #seat(
    siret: string | null,
    how: How,
  ): Promise<Unavailable | { kind: 'OK'; value: InseeEstablishment | null }> {
    const answer = siret === null ? null : await this.#establishment(siret, how)
    if (answer?.kind === 'UNAVAILABLE') return answer
    const value = answer?.kind === 'OK' && answer.value !== 'HIDDEN' ? answer.value : null
    return { kind: 'OK', value }
  }

  async #establishment(siret: string, how: How): Promise<OutboundAnswer<InseeEstablishment | 'HIDDEN'>> {
    const path = `/siret/${siret}`
    const answer = await this.#ask({ path, schema: EstablishmentAnswer, accept: [403] }, how)
    if (answer.kind !== 'OK') return answer
    if ('etablissement' in answer.value) return { kind: 'OK', value: answer.value.etablissement }
    if (!('etablissements' in answer.value)) {
      return isHidden(answer.value.header.message)
        ? { kind: 'OK', value: 'HIDDEN' }
        : this.#unavailable(refused)
    }
    // A number merged into another is answered with that one; several would be a guess.
    const [only, ...others] = answer.value.etablissements
    if (!only) return { kind: 'NOT_FOUND' }
    return others.length === 0 ? { kind: 'OK', value: only } : this.#unavailable(ambiguous)
  }

  #ask<S extends TSchema>(request: OutboundRequest<S>, { fresh = false, signal }: How) {
    const requested = { ...request, fresh }
    return this.#outbound.ask<S>(signal ? { ...requested, signal } : requested)
  }

  #unavailable(reason: string): Unavailable {
    return { kind: 'UNAVAILABLE', reason: `${this.#outbound.name}: ${reason}`, retryAfterSeconds: null }
  }
}

const refused = 'refused the key'
const ambiguous = 'several establishments for one number'

// The same status refuses a key; only the message tells.
function isHidden(message: string): boolean {
  return /non[ -]diffus/i.test(message)
}

/** The number a duplicate was given up for, when the answer names exactly one. */
function otherSiren(text: string, siren: string): string | null {
  const named = new Set((text.match(/(?<!\d)\d{9}(?!\d)/g) ?? []).filter((one) => one !== siren))
  const [other] = named
  return named.size === 1 && other !== undefined && checkSiren(other).ok ? other : null
}
