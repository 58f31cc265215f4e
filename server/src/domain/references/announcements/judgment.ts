import type { ProcedurePhase, ProcedureState } from './announcement.ts'
import { foldFrench } from './french-text.ts'

export interface Judgment {
  readonly family: string
  readonly nature: string
  readonly complement: string
}

interface Reading {
  readonly phase: Extract<ProcedurePhase, 'OPENING' | 'CHANGE' | 'CLOSING'>
  readonly state: ProcedureState
}

/** Formalities and rules of old: they say nothing of where a procedure stands. */
const silentFamilies = ['avis de depot', 'extrait de jugement', 'loi de 1967']
const unspecified = ['autre jugement prononcant', "autre jugement d'ouverture"]
const states: readonly [words: string, state: ProcedureState][] = [
  ['liquidation judiciaire', 'LIQUIDATION'],
  ['redressement judiciaire', 'REDRESSEMENT'],
  ['sauvegarde', 'SAUVEGARDE'],
]

const opens =
  /^jugement d'ouverture (?:d'une procedure )?de (liquidation judiciaire|redressement judiciaire|sauvegarde)\b/
const extends_ =
  /^jugement d'extension (?:d'une procedure )?de (liquidation judiciaire|redressement judiciaire|sauvegarde)\b/
const converts = /^jugement de conversion en (liquidation judiciaire|redressement judiciaire)\b/
const resolves =
  /^jugement prononcant la resolution du plan de [a-z ]{1,60} et l[ae] (liquidation judiciaire|redressement judiciaire)$/
const leavesCrisis =
  /^jugement mettant fin a la procedure de traitement de sortie de crise et ouvrant une procedure de (liquidation judiciaire|redressement judiciaire)$/
/** From here on the company runs its own affairs again; a plan to sell it off does not end the procedure. */
const plans = /^jugement (?:arretant le |de )plan de (?:redressement|continuation|sauvegarde)\b/
const quashes = /^arret de la cour d'appel infirmant\b/

/** Reads a judgment of the collective-procedure family by its set phrases. */
export function readJudgment({ family, nature, complement }: Judgment): Reading {
  const [kind, phrase] = [foldFrench(family), foldFrench(nature)]
  if (silentFamilies.includes(kind)) return { phase: 'CHANGE', state: null }
  if (kind.includes('jugement de cloture') || phrase.startsWith('jugement de cloture')) {
    return { phase: 'CLOSING', state: 'NONE' }
  }
  if (unspecified.includes(phrase)) {
    const state = stateIn(foldFrench(complement))
    return { phase: phrase.endsWith("d'ouverture") && state ? 'OPENING' : 'CHANGE', state }
  }
  const opening = opens.exec(phrase)
  if (opening) return { phase: 'OPENING', state: stateIn(opening[1] ?? '') }
  const changed =
    extends_.exec(phrase) ?? converts.exec(phrase) ?? resolves.exec(phrase) ?? leavesCrisis.exec(phrase)
  if (changed) return { phase: 'CHANGE', state: stateIn(changed[1] ?? '') }
  if (plans.test(phrase) || quashes.test(phrase)) return { phase: 'CHANGE', state: 'NONE' }
  return { phase: 'CHANGE', state: null }
}

/** A judgment that takes an earlier one back. */
export function isRetraction({ family, nature }: Judgment): boolean {
  return foldFrench(`${family} ${nature}`).includes('retractation')
}

function stateIn(phrase: string): ProcedureState {
  return states.find(([words]) => phrase.includes(words))?.[1] ?? null
}
