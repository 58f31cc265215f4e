import { expect, test } from 'vitest'
import { weighFindings } from '../../status/response-states.ts'
import { isDrawn, reachVerdict, type VerdictFacts } from './reach-verdict.ts'
import { numbersOf } from './seen-pieces.ts'

const file = 7
const of = (...codes: string[]) => codes.map((code) => ({ code, evidenceId: file }))
const good: VerdictFacts = {
  allowed: { accept: true, acceptScans: false, sendBack: true },
  judgement: { outcome: 'PASSED', findings: [], isProven: true, isSurelyRead: true, strangers: new Set() },
  isDelicate: false,
  evidenceIds: [file],
  isSentByContact: true,
  wasSentBack: false,
  isSample: false,
}
const failed = (codes: readonly string[], more: Partial<VerdictFacts> = {}): VerdictFacts => ({
  ...good,
  judgement: {
    ...good.judgement,
    outcome: 'FAILED',
    findings: of(...codes),
    isProven: false,
    strangers: new Set([file]),
  },
  ...more,
})

test('What agrees in everything is accepted, unless the account says no, it is delicate, or it is a sample', () => {
  expect(reachVerdict(good)).toBe('ACCEPT')
  expect(reachVerdict({ ...good, allowed: { ...good.allowed, accept: false } })).toBe('PERSON')
  expect(reachVerdict({ ...good, isDelicate: true })).toBe('PERSON')
  expect(reachVerdict({ ...good, isSample: true })).toBe('SAMPLE')
  expect(reachVerdict({ ...good, judgement: { ...good.judgement, isProven: false } })).toBe('PERSON')
  const findings = [{ code: 'NUMBER_REUSED', evidenceId: file, weight: 'LOW' as const }]
  expect(reachVerdict({ ...good, judgement: { ...good.judgement, findings } })).toBe('PERSON')
})

test('A scan is accepted only if the account chose that, it was read surely, and nothing else was found', () => {
  const allowed = { ...good.allowed, acceptScans: true }
  const judgement = { ...good.judgement, findings: of('READ_FROM_PICTURE') }
  expect(reachVerdict({ ...good, judgement })).toBe('PERSON')
  expect(reachVerdict({ ...good, allowed, judgement })).toBe('ACCEPT')
  expect(reachVerdict({ ...good, allowed, judgement, isSample: true })).toBe('SAMPLE')
  expect(reachVerdict({ ...good, allowed, judgement, isDelicate: true })).toBe('PERSON')
  expect(reachVerdict({ ...good, allowed: { ...allowed, accept: false }, judgement })).toBe('PERSON')
  for (const less of [{ isSurelyRead: false }, { isProven: false }]) {
    expect(reachVerdict({ ...good, allowed, judgement: { ...judgement, ...less } })).toBe('PERSON')
  }
  const findings = of('READ_FROM_PICTURE', 'NUMBER_REUSED')
  expect(reachVerdict({ ...good, allowed, judgement: { ...judgement, findings } })).toBe('PERSON')
})

test.each(['CODE_DIFFERS', 'CODE_BROKEN', 'CODE_REUSED'])(
  'With %s nothing is accepted without a person, whatever the account allows',
  (doubt) => {
    const allowed = { ...good.allowed, acceptScans: true }
    for (const findings of [of(doubt), of('READ_FROM_PICTURE', doubt)])
      expect(reachVerdict({ ...good, allowed, judgement: { ...good.judgement, findings } })).toBe('PERSON')
  },
)

test.each([
  [['OTHER_COMPANY_IDENTIFIER', 'SUBJECT_NOT_ANCHORED']],
  [['KIND_DIFFERS']],
  [['KIND_DIFFERS', 'IDENTIFIER_ABSENT']],
  [['PRINTED_EXPIRED', 'DATE_MISMATCH']],
])('What is plainly wrong goes back: %s', (codes) => {
  expect(reachVerdict(failed(codes))).toBe('SEND_BACK')
  expect(reachVerdict(failed(codes, { allowed: { ...good.allowed, sendBack: false } }))).toBe('PERSON')
  expect(reachVerdict(failed(codes, { isSentByContact: false }))).toBe('PERSON')
  expect(reachVerdict(failed(codes, { wasSentBack: true }))).toBe('PERSON')
  expect(reachVerdict(failed(codes, { isDelicate: true }))).toBe('SEND_BACK')
})

test.each([
  'PDF_CHANGED_AFTER_SAVE',
  'PIECE_REUSED',
  'NUMBER_REUSED',
  'CODE_REUSED',
  'CODE_BROKEN',
  'CODE_DIFFERS',
  'PRINTED_SPECIMEN',
  'DATE_NOT_FOUND',
  'TEXT_UNREADABLE',
  'FIELD_MISMATCH',
  'BANK_SENDER_IS_NEW',
  'A_FINDING_OF_TOMORROW',
])('Beside %s nothing goes back: whoever doubts says nothing', (doubt) => {
  for (const reason of ['OTHER_COMPANY_IDENTIFIER', 'KIND_DIFFERS', 'PRINTED_EXPIRED']) {
    expect(reachVerdict(failed([reason, doubt]))).toBe('PERSON')
  }
})

test('A stranger’s number alone proves nothing: the document must say that it is about somebody else', () => {
  const { judgement } = failed(['OTHER_COMPANY_IDENTIFIER'])
  expect(reachVerdict({ ...good, judgement: { ...judgement, strangers: new Set() } })).toBe('PERSON')
})

test('One good file among wrong ones is for a person to find', () => {
  expect(reachVerdict(failed(['PRINTED_EXPIRED'], { evidenceIds: [file, 8] }))).toBe('PERSON')
  const { judgement } = failed([])
  const findings = [{ code: 'ALREADY_EXPIRED', evidenceId: null }]
  const all = { ...failed([]), judgement: { ...judgement, findings }, evidenceIds: [file, 8] }
  expect(reachVerdict(all)).toBe('SEND_BACK')
})

test('Doubts come first, and what the code does not say is said by the finding', () => {
  const found = [
    ...of('IDENTIFIER_ABSENT', 'DATE_MISMATCH', 'PDF_TEXT_COVERED'),
    { code: 'NUMBER_REUSED', evidenceId: file, weight: 'LOW' as const },
    ...of('PIECE_REUSED'),
  ]
  expect(weighFindings(found).map(({ code, weight }) => `${weight} ${code}`)).toEqual([
    'HIGH PDF_TEXT_COVERED',
    'HIGH PIECE_REUSED',
    'MEDIUM DATE_MISMATCH',
    'LOW IDENTIFIER_ABSENT',
    'LOW NUMBER_REUSED',
  ])
})

test('Samples are drawn in their share, always alike and differently with another key', () => {
  const draws = (share: number, fill: number) =>
    Array.from({ length: 4000 }, (_, responseId) =>
      isDrawn({ share, key: new Uint8Array(32).fill(fill), responseId, version: 3 }),
    )
  const drawn = draws(20, 1)
  expect(draws(20, 1)).toEqual(drawn)
  expect(draws(20, 2)).not.toEqual(drawn)
  const count = drawn.filter(Boolean).length
  expect(count).toBeGreaterThan(650)
  expect(count).toBeLessThan(950)
  expect(draws(0, 1)).not.toContain(true)
  expect(draws(100, 1)).not.toContain(false)
})

test('Only what was surely read of a recognised document counts as its number', () => {
  const field = (name: string, value: string, confidence = 0.95) => ({
    name,
    value,
    confidence,
    page: 1,
    box: null,
  })
  const reading = {
    reader: 'SOC_VIGILANCE/1',
    kinds: [{ kind: 'SOC_VIGILANCE', version: 1, confidence: 0.95, reasons: [], page: 1 }],
    fields: [
      field('securityCode', 'K7m2-P9Q4 R1S8'),
      field('policyNumber', 'RC 778204', 0.5),
      field('certificateNumber', '12'),
      field('headcount', '123456'),
    ],
    subject: { names: [], identifiers: [] },
    warnings: [],
    amounts: [],
    isWhole: true,
    words: new Set<string>(),
  }
  expect(numbersOf(reading, 'SOC_VIGILANCE')).toEqual([{ kind: 'SECURITY_CODE', number: 'K7M2P9Q4R1S8' }])
  expect(numbersOf(reading, 'FISCAL_REG')).toEqual([])
  expect(numbersOf(null, 'SOC_VIGILANCE')).toEqual([])
})
