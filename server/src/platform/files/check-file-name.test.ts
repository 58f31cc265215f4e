import { expect, test } from 'vitest'
import { checkFileName } from './check-file-name.ts'

test.each([
  ['Attestation.pdf', 'Attestation.pdf'],
  ['l’été "2026" (1).pdf', 'l’été "2026" (1).pdf'],
  ['-rf.pdf', '-rf.pdf'],
  ['👩‍💻 note.pdf', '👩‍💻 note.pdf'],
  ['e\u0301te\u0301.pdf', 'été.pdf'],
  ['C:\\fakepath\\a.pdf', 'a.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['  a   b.pdf . ', 'a b.pdf'],
  ['a\u200bb.pdf', 'ab.pdf'],
  ['CON', '_CON'],
  ['con.pdf', '_con.pdf'],
  ['Lpt1.tar.pdf', '_Lpt1.tar.pdf'],
  ['console.pdf', 'console.pdf'],
  ['.pdf', '.pdf'],
  ['é'.repeat(125) + '.pdf', 'é'.repeat(125) + '.pdf'],
])('The file name %j is shown as %j', (given, name) => {
  expect(checkFileName(given)).toEqual({ kind: 'VALID', name })
})

test.each([
  '',
  ' ',
  '.',
  '...',
  'a/',
  'a\nb.pdf',
  'a\0.pdf',
  'a\x7f.pdf',
  'a\u0085.pdf',
  'facture\u202efdp.exe',
  'a\u2066b.pdf',
  'a\u2028b.pdf',
  'half \ud800.pdf',
  '\u200b',
  'é'.repeat(126) + '.pdf',
  'a'.repeat(256),
])('The file name %j is refused', (given) => {
  expect(checkFileName(given)).toMatchObject({ kind: 'INVALID', code: 'UPLOAD_FILENAME_INVALID' })
})
