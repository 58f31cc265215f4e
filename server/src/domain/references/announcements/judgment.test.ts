import { expect, test } from 'vitest'
import { isRetraction, readJudgment } from './judgment.ts'

const read = (nature: string, complement = '', family = "Jugement d'ouverture") =>
  readJudgment({ family, nature, complement })

test.each([
  ["Jugement d'ouverture de liquidation judiciaire", 'OPENING', 'LIQUIDATION'],
  ["Jugement d'ouverture d'une procédure de redressement judiciaire", 'OPENING', 'REDRESSEMENT'],
  ["Jugement d'ouverture d'une procédure de sauvegarde", 'OPENING', 'SAUVEGARDE'],
  ["Jugement d'ouverture d'une procédure de sauvegarde financière accélérée", 'OPENING', 'SAUVEGARDE'],
  ["Jugement d'extension de liquidation judiciaire", 'CHANGE', 'LIQUIDATION'],
  ["Jugement d'extension d'une procédure de redressement judiciaire", 'CHANGE', 'REDRESSEMENT'],
  ["Jugement d'extension d'une procédure de sauvegarde", 'CHANGE', 'SAUVEGARDE'],
  ['Jugement de conversion en liquidation judiciaire', 'CHANGE', 'LIQUIDATION'],
  [
    'Jugement de conversion en redressement judiciaire de la procédure de sauvegarde',
    'CHANGE',
    'REDRESSEMENT',
  ],
  ['Jugement de conversion en liquidation judiciaire de la procédure de sauvegarde', 'CHANGE', 'LIQUIDATION'],
  [
    'Jugement prononçant la résolution du plan de sauvegarde et la liquidation judiciaire',
    'CHANGE',
    'LIQUIDATION',
  ],
  [
    'Jugement prononçant la résolution du plan de sauvegarde et le redressement judiciaire',
    'CHANGE',
    'REDRESSEMENT',
  ],
  [
    'Jugement mettant fin à la procédure de traitement de sortie de crise et ouvrant une procédure de redressement judiciaire',
    'CHANGE',
    'REDRESSEMENT',
  ],
  ['Jugement arrêtant le plan de redressement', 'CHANGE', 'NONE'],
  ['Jugement arrêtant le plan de cession', 'CHANGE', null],
  ["Jugement de clôture pour insuffisance d'actif", 'CLOSING', 'NONE'],
  ["Arrêt de la cour d'appel infirmant une décision soumise à publicité", 'CHANGE', 'NONE'],
  ["Jugement prononçant l'interdiction de gérer", 'CHANGE', null],
  ['Jugement prononçant la résolution du plan de sauvegarde', 'CHANGE', null],
  ['JUGEMENT D’OUVERTURE DE LIQUIDATION JUDICIAIRE', 'OPENING', 'LIQUIDATION'],
  ["Jugement d'ouverture d'une procÃ©dure de sauvegarde", 'OPENING', 'SAUVEGARDE'],
  ['', 'CHANGE', null],
])('The judgment %s is %s, %s', (nature, phase, state) => {
  expect(read(nature)).toEqual({ phase, state })
})

test.each([
  ["Autre jugement d'ouverture", 'ouvre une liquidation judiciaire simplifiée', 'OPENING', 'LIQUIDATION'],
  ['Autre jugement prononçant', 'conversion en redressement judiciaire', 'CHANGE', 'REDRESSEMENT'],
  ['Autre jugement prononçant', 'fin de la sauvegarde, liquidation judiciaire', 'CHANGE', 'LIQUIDATION'],
  ["Autre jugement d'ouverture", 'divers', 'CHANGE', null],
])('The judgment %s is read by its complement: %s', (nature, complement, phase, state) => {
  expect(read(nature, complement)).toEqual({ phase, state })
})

test('The family may close or silence a judgment', () => {
  expect(read('Autre jugement', '', 'Jugement de clôture')).toEqual({ phase: 'CLOSING', state: 'NONE' })
  expect(read('Autre jugement', '', 'Jugement de clÃ´ture')).toEqual({ phase: 'CLOSING', state: 'NONE' })
  const nature = "Jugement d'ouverture de liquidation judiciaire"
  for (const family of ['Avis de dépôt', 'Extrait de jugement', 'Loi de 1967']) {
    expect(read(nature, '', family)).toEqual({ phase: 'CHANGE', state: null })
  }
})

test('A retraction is recognised by its family or nature', () => {
  const words = { nature: '', complement: '' }
  expect(isRetraction({ ...words, family: 'Rétractation sur tierce opposition' })).toBe(true)
  expect(isRetraction({ ...words, family: 'Jugement' })).toBe(false)
})
