import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/harness/cpu-ms.ts'
import { foldFrench, frenchDay, repairEncoding } from './french-text.ts'

test.each([
  ['clÃ´ture', 'clôture'],
  ['procÃ©dure d’Ã‰tat Ã  jour', 'procédure d’État Ã  jour'],
  ['Ã€ jour', 'À jour'],
  ['clôture', 'clôture'],
  ['SÃO PAULO', 'SÃO PAULO'],
  ['Â«motÂ»', '«mot»'],
  ['', ''],
])('The garbled text %o is repaired to %o', (text, expected) => {
  expect(repairEncoding(text)).toBe(expected)
})

test.each([
  ['2026-08-31', '2026-08-31'],
  ['2026-08-31T00:00:00+02:00', '2026-08-31'],
  ['27/11/2008', '2008-11-27'],
  ['7/1/2008', '2008-01-07'],
  ['27 novembre 2008', '2008-11-27'],
  ['1er janvier 2020', '2020-01-01'],
  ['3 AoÃ»t 2019', '2019-08-03'],
  ['15 février 2021', '2021-02-15'],
  ['0009-12-02', null],
  ['5025-05-27', null],
  ['31/02/2020', null],
  ['12 brumaire 2020', null],
  ['bientôt', null],
  ['', null],
  [null, null],
])('The French day %o is read as %o', (text, day) => {
  expect(frenchDay(text)).toBe(day)
})

test('One phrase in two spellings folds to one', () => {
  expect(foldFrench('  Jugement d’Ouverture\nde LIQUIDATION  ')).toBe("jugement d'ouverture de liquidation")
})

test('Hostile lengths cost little time', () => {
  const long = 'Ã'.repeat(50_000)
  const read = () => {
    repairEncoding(long)
    foldFrench(`${long} 1er`)
    frenchDay('1'.repeat(50_000))
  }
  expect(cpuMsOf(read)).toBeLessThan(500)
})
