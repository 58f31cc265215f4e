import { describe, expect, test } from 'vitest'
import { dossierIndicators, thirdPartyIndicators } from './compute-indicators.ts'
import { addMonths } from '../../platform/kernel/index.ts'
import type {
  AnswerFacts,
  DocumentFacts,
  ExternalValue,
  FindingFacts,
  HitFacts,
  ThirdPartyFacts,
} from './facts.ts'
import { allFactors, parseModels, loadShippedModels } from './shipped-models.ts'
import { themeCoverage } from './theme-coverage.ts'

const today = '2026-11-15'
const models = loadShippedModels()
let nextId = 1

const company: ThirdPartyFacts = {
  thirdpartyId: 1,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
  creationDate: null,
  isIdentified: true,
  today,
  openDossierIds: [7],
  documents: [],
  external: [],
  hits: [],
  findings: [],
  overdue: [],
}

function asked(code: string, given: Partial<DocumentFacts> = {}): DocumentFacts {
  const reasons = { VALID: 'ACCEPTED', MISSING: 'NO_ANSWER', ONGOING: 'AWAITING_REVIEW' } as const
  const status = given.status ?? 'VALID'
  return {
    dossierId: 7,
    documentId: nextId++,
    code,
    theme: 'LEGAL_COMPLIANCE',
    required: true,
    alternativeGroup: null,
    status,
    reason: reasons[status as keyof typeof reasons] ?? 'REJECTED',
    since: '2026-03-01',
    expirationDate: null,
    answer: null,
    ...given,
  }
}

function answer(given: Partial<AnswerFacts>): AnswerFacts {
  const dates = { effectiveDate: '2026-03-01', expirationDate: null }
  return { responseId: nextId++, isAccepted: true, score: null, ...dates, ...given }
}

const scored = (score: number, given: Partial<AnswerFacts> = {}, code = 'CYBER_QUEST') =>
  asked(code, { theme: 'CYBERSECURITY', required: false, answer: answer({ score, ...given }) })

const said = (provider: string, value: number | null, isStale = false): ExternalValue => ({
  thirdpartyId: 1,
  provider,
  value,
  asOf: '2026-10-01',
  isStale,
  staleOn: '2027-10-02',
})

const hit = (hitClass: string, standing: HitFacts['standing']): HitFacts => ({
  hitClass,
  standing,
  since: '2026-05-04',
})

const finding = (theme: FindingFacts['theme'], severity: FindingFacts['severity'], ofHit = false) => ({
  findingId: nextId++,
  theme,
  severity,
  ofHit,
  since: '2026-06-07',
})

function outcome(code: string, facts: Partial<ThirdPartyFacts>) {
  const found = thirdPartyIndicators(models, { ...company, ...facts }).find((one) => one.code === code)
  if (!found) throw new Error(`No ${code}`)
  return found
}
const short = (code: string, facts: Partial<ThirdPartyFacts>) => {
  const { value, rating, state } = outcome(code, facts)
  return [value, rating, state]
}

describe('A cap by findings', () => {
  const certified = { documents: [asked('A'), scored(90)], external: [said('SECURITY_RATING', 90)] }
  test.each([
    ['a major one', [finding('CYBERSECURITY', 'MAJOR')], 60],
    ['a critical one', [finding('CYBERSECURITY', 'CRITICAL')], 40],
    ['both', [finding('CYBERSECURITY', 'MAJOR'), finding('CYBERSECURITY', 'CRITICAL')], 40],
    ['one of another theme', [finding('ENVIRONMENT', 'CRITICAL')], 90],
  ] as [string, FindingFacts[], number][])(
    'An indicator of weighted factors is capped: %s',
    (_name, findings, wanted) => {
      expect(outcome('CYBERSECURITY', { ...certified, findings }).value).toBe(wanted)
    },
  )

  test('An indicator names the finding that caps it, and one everybody may know of first', () => {
    const [secret, plain] = [finding('LEGAL_COMPLIANCE', 'MAJOR', true), finding('LEGAL_COMPLIANCE', 'MAJOR')]
    const capped = outcome('LEGAL_COMPLIANCE', { documents: [asked('A')], findings: [secret, plain] })
    expect([capped.value, capped.compliant, capped.advice]).toEqual([
      60,
      false,
      { kind: 'FINDING_OPEN', cap: 60 },
    ])
    expect(capped.breakdown.at(-1)).toEqual({
      factor: 'FINDING',
      weight: 0,
      value: 60,
      source: 'MAJOR',
      asOf: '2026-06-07',
      documentId: null,
      stale: false,
      findingId: plain.findingId,
    })
    const found = outcome('LEGAL_COMPLIANCE', { documents: [asked('A')], findings: [secret] })
    expect(found.advice).toEqual({ kind: 'SCREENING_FINDING_OPEN', cap: 60 })
  })

  test('An indicator below its cap keeps its value and its advice', () => {
    const low = { documents: [scored(20)], findings: [finding('CYBERSECURITY', 'MAJOR')] }
    expect(outcome('CYBERSECURITY', low)).toMatchObject({ value: 20, advice: { kind: 'FACTOR' } })
    expect(outcome('CYBERSECURITY', { findings: low.findings }).value).toBeNull()
  })
})

describe('Legal compliance', () => {
  const two = [asked('A'), asked('B')]
  const third = (status: DocumentFacts['status']) => [...two, asked('C', { status })]
  test.each([
    ['nothing asked', {}, [null, null, 'UNKNOWN']],
    ['all there', { documents: two }, [100, 'A', 'KNOWN']],
    ['one of three missing', { documents: third('MISSING') }, [66, 'B', 'KNOWN']],
    ['one of three below', { documents: third('BELOW_EXPECTATION') }, [66, 'B', 'KNOWN']],
    ['nothing there', { documents: [asked('A', { status: 'MISSING' })] }, [0, 'E', 'KNOWN']],
    [
      'optional ones',
      { documents: [...two, asked('C', { required: false, status: 'MISSING' })] },
      [100, 'A', 'KNOWN'],
    ],
    ['in procedure', { documents: two, status: 'IN_COLLECTIVE_PROCEDURE' }, [40, 'C', 'KNOWN']],
    ['in procedure, nothing asked', { status: 'IN_COLLECTIVE_PROCEDURE' }, [null, null, 'UNKNOWN']],
    ['struck off', { documents: two, status: 'STRUCK_OFF' }, [0, 'E', 'KNOWN']],
    ['struck off, nothing asked', { status: 'STRUCK_OFF' }, [0, 'E', 'KNOWN']],
    ['an open hit', { documents: two, hits: [hit('SANCTIONS', 'HIT_OPEN')] }, [40, 'C', 'KNOWN']],
    ['a true match', { documents: two, hits: [hit('SANCTIONS', 'TRUE_MATCH')] }, [0, 'E', 'KNOWN']],
    ['a true match, nothing asked', { hits: [hit('OWN', 'TRUE_MATCH')] }, [0, 'E', 'KNOWN']],
    [
      'an exposed person',
      { documents: two, hits: [hit('EXPOSED_PERSONS', 'TRUE_MATCH')] },
      [0, 'E', 'KNOWN'],
    ],
    ['bad press, to look at', { documents: two, hits: [hit('NEWS', 'HIT_OPEN')] }, [40, 'C', 'KNOWN']],
    ['a class nobody knows', { documents: two, hits: [hit('ELSE', 'HIT_OPEN')] }, [100, 'A', 'KNOWN']],
  ] as [string, Partial<ThirdPartyFacts>, unknown[]][])(
    'Legal compliance is calculated: %s',
    (_name, facts, wanted) => {
      expect(short('LEGAL_COMPLIANCE', facts)).toEqual(wanted)
    },
  )

  test('A group of alternatives counts once, in its own dossier only', () => {
    const group = { alternativeGroup: 'proof' }
    const documents = [asked('A', { ...group, status: 'MISSING' }), asked('B', group)]
    expect(outcome('LEGAL_COMPLIANCE', { documents })).toMatchObject({
      value: 100,
      compliant: true,
      advice: null,
    })
    const elsewhere = [...documents, asked('A', { ...group, dossierId: 8, status: 'MISSING' })]
    expect(outcome('LEGAL_COMPLIANCE', { documents: elsewhere })).toMatchObject({
      value: 50,
      compliant: false,
    })
  })

  test('The lowest cap counts, each is explained, and a dossier has none of hits', () => {
    const hits = [hit('NEWS', 'HIT_OPEN'), hit('SANCTIONS', 'TRUE_MATCH'), hit('SANCTIONS', 'HIT_OPEN')]
    const facts = { documents: two, hits, status: 'IN_COLLECTIVE_PROCEDURE' } as const
    expect(outcome('LEGAL_COMPLIANCE', facts)).toMatchObject({
      value: 0,
      compliant: false,
      advice: { kind: 'TRUE_MATCH', cap: 0 },
      breakdown: [
        {},
        {},
        { factor: 'SCREENING', weight: 0, value: 0, source: 'TRUE_MATCH', asOf: '2026-05-04' },
        { factor: 'LEGAL_STATUS', value: 40 },
      ],
    })
    const waiting = { documents: two, hits: [hit('OWN', 'HIT_OPEN')] }
    expect(outcome('LEGAL_COMPLIANCE', waiting).advice).toEqual({ kind: 'HIT_OPEN', cap: 40 })
    expect(dossierIndicators(models, { ...company, ...waiting }, 7).map(({ value }) => value)).toEqual([
      100, 100,
    ])
  })

  test('Legal compliance tells what is pending, what ends today, and what to get first', () => {
    const documents = [asked('A', { expirationDate: today }), asked('B', { expirationDate: '2026-12-24' })]
    const ending = outcome('LEGAL_COMPLIANCE', { documents })
    expect(ending).toMatchObject({ value: 100, compliant: false, pending: 0, dueOn: '2026-11-16' })
    const later = outcome('LEGAL_COMPLIANCE', { documents, today: '2026-11-14' })
    expect(later).toMatchObject({ compliant: true, dueOn: today })
    const waiting = [
      asked('A', { status: 'ONGOING' }),
      asked('B'),
      asked('C', { status: 'INVALID' }),
      asked('D'),
    ]
    expect(outcome('LEGAL_COMPLIANCE', { documents: waiting })).toMatchObject({
      value: 50,
      pending: 25,
      advice: { kind: 'DOCUMENTS', codes: ['C'] },
      breakdown: [{ factor: 'A', value: 0 }, { value: 100 }, { factor: 'C', value: 0 }, { value: 100 }],
    })
  })
})

describe('Cybersecurity', () => {
  const certificate = (given: Partial<DocumentFacts> = {}) => asked('ISO27001', { required: false, ...given })
  const ended = { isAccepted: false, expirationDate: '2026-06-30' }
  test.each([
    ['nothing', {}, [null, null, 'UNKNOWN']],
    [
      'all three: 0.5×80 + 0.3×100 + 0.2×60',
      { documents: [scored(80), certificate()], external: [said('SECURITY_RATING', 60)] },
      [82, 'A', 'KNOWN'],
    ],
    ['a questionnaire alone', { documents: [scored(72)] }, [72, 'B', 'PARTIAL']],
    [
      'weights shared out: (50×50 + 30×100) ÷ 80',
      { documents: [scored(50), certificate()] },
      [68, 'B', 'PARTIAL'],
    ],
    ['a rating of zero is known', { external: [said('SECURITY_RATING', 0)] }, [0, 'E', 'PARTIAL']],
    [
      'a rating without a value is not',
      { external: [said('SECURITY_RATING', null)] },
      [null, null, 'UNKNOWN'],
    ],
    [
      'a stale rating',
      { documents: [scored(80), certificate()], external: [said('SECURITY_RATING', 60, true)] },
      [82, 'A', 'STALE'],
    ],
    ['a questionnaire that is over', { documents: [scored(72, ended)] }, [72, 'B', 'STALE']],
    [
      'one that was over long ago',
      { documents: [scored(72, { ...ended, expirationDate: '2025-06-30' })] },
      [null, null, 'UNKNOWN'],
    ],
    ['a forged one', { documents: [{ ...scored(72), reason: 'FRAUD' }] }, [null, null, 'UNKNOWN']],
    [
      'a certificate that ended counts nothing',
      { documents: [certificate({ status: 'INVALID', reason: 'GRACE_OVER' })] },
      [0, 'E', 'PARTIAL'],
    ],
    [
      'one that was never sent is not known',
      { documents: [certificate({ status: 'MISSING' })] },
      [null, null, 'UNKNOWN'],
    ],
  ] as [string, Partial<ThirdPartyFacts>, unknown[]][])(
    'Cybersecurity is calculated: %s',
    (_name, facts, wanted) => {
      expect(short('CYBERSECURITY', facts)).toEqual(wanted)
    },
  )

  test('The newest answer to a questionnaire counts, and the date of its next change is known', () => {
    const documents = [
      scored(90, { responseId: 5 }),
      scored(40, { responseId: 9, expirationDate: '2027-01-31' }),
    ]
    expect(outcome('CYBERSECURITY', { documents })).toMatchObject({
      value: 40,
      dueOn: '2027-02-01',
      advice: { kind: 'FACTOR', factor: 'QUESTIONNAIRE' },
      breakdown: [
        { value: 40, source: 'CYBER_QUEST' },
        { factor: 'CERTIFICATES', value: null },
        { value: null },
      ],
    })
    // 60 from better answers, 22.5 from a first certificate, 17 from a rating.
    const better = outcome('CYBERSECURITY', { documents: [scored(40)] })
    expect(better.advice).toEqual({ kind: 'FACTOR', factor: 'QUESTIONNAIRE' })
    const good = outcome('CYBERSECURITY', { documents: [scored(90), certificate({ status: 'INVALID' })] })
    expect(good).toMatchObject({ value: 56, advice: { kind: 'FACTOR', factor: 'CERTIFICATES' } })
  })
})

describe('Financial risk', () => {
  const accounts = (effectiveDate: string, given: Partial<AnswerFacts> = {}) =>
    asked('ACCOUNTS', { required: false, theme: 'FINANCE', answer: answer({ effectiveDate, ...given }) })
  test.each([
    ['nothing but an age', { creationDate: '2010-01-01' }, [null, null, 'UNKNOWN']],
    ['a provider', { external: [said('CREDITDATA', 64)] }, [64, 'B', 'KNOWN']],
    [
      'two providers',
      { external: [said('CREDITDATA', 64), said('FINANCIAL_STRENGTH', 40)] },
      [52, 'C', 'KNOWN'],
    ],
    [
      'a fresh one before a stale one',
      { external: [said('CREDITDATA', 64, true), said('FINANCIAL_STRENGTH', 40)] },
      [40, 'C', 'KNOWN'],
    ],
    ['a stale one alone', { external: [said('CREDITDATA', 64, true)] }, [64, 'B', 'STALE']],
    [
      'estimate: (50×100 + 35×100 + 15×80) ÷ 100',
      { documents: [accounts('2025-12-31')], creationDate: '2018-01-01' },
      [97, 'A', 'PARTIAL'],
    ],
    ['older accounts: (50×70 + 35×100) ÷ 85', { documents: [accounts('2025-06-30')] }, [82, 'A', 'PARTIAL']],
    [
      'in liquidation: (35×0 + 15×100) ÷ 50',
      { status: 'IN_COLLECTIVE_PROCEDURE', statusDetail: 'LIQUIDATION', creationDate: '2000-01-01' },
      [30, 'D', 'PARTIAL'],
    ],
    ['struck off', { status: 'STRUCK_OFF' }, [0, 'E', 'PARTIAL']],
    [
      'accounts that are over',
      { documents: [accounts('2025-03-31', { isAccepted: false, expirationDate: '2026-09-30' })] },
      [64, 'B', 'STALE'],
    ],
    [
      'of a company nobody identified',
      { documents: [accounts('2026-06-30')], isIdentified: false },
      [100, 'A', 'PARTIAL'],
    ],
  ] as [string, Partial<ThirdPartyFacts>, unknown[]][])(
    'Financial risk is calculated: %s',
    (_name, facts, wanted) => {
      expect(short('FINANCIAL_RISK', facts)).toEqual(wanted)
    },
  )

  test('Financial risk is recalculated when the accounts or the company grow old enough to count otherwise', () => {
    const facts = { documents: [accounts('2025-12-31')], creationDate: '2016-11-20' }
    expect(outcome('FINANCIAL_RISK', facts).dueOn).toBe('2026-11-20')
    expect(outcome('FINANCIAL_RISK', { ...facts, creationDate: null }).dueOn).toBe('2026-12-31')
    expect(addMonths('2025-08-31', 6)).toBe('2026-02-28')
  })
})

test('Environmental impact weighs its parts 60/25/15', () => {
  const documents = [
    { ...scored(50, {}, 'CSR_QUEST'), theme: 'ENVIRONMENT' as const },
    asked('GHG_REPORT', { required: false, theme: 'ENVIRONMENT' }),
  ]
  // 0.6×50 + 0.25×80 + 0.15×80
  expect(short('ENVIRONMENTAL_IMPACT', { documents, external: [said('ESG', 80)] })).toEqual([
    62,
    'B',
    'KNOWN',
  ])
})

test('A dossier is judged by its own documents, and by the themes its questionnaires score', () => {
  const documents = [asked('A'), asked('B', { status: 'ONGOING' }), asked('C', { dossierId: 8 }), scored(77)]
  const found = dossierIndicators(models, { ...company, documents }, 7)
  expect(found.map(({ code, value, state }) => [code, value, state])).toEqual([
    ['COMPLETENESS', 100, 'KNOWN'],
    ['COMPLIANCE', 50, 'KNOWN'],
    ['SCORE_CYBERSECURITY', 77, 'KNOWN'],
  ])
})

test('Each required document stands in one count of its theme, and a theme without documents has no percentage', () => {
  const documents = [
    asked('A', { expirationDate: '2027-01-01' }),
    asked('B', { status: 'MISSING' }),
    asked('C', { status: 'ACTION_REQUIRED', reason: 'EXPIRED' }),
    asked('D', { status: 'INVALID' }),
    asked('E', { status: 'ONGOING', theme: 'FINANCE' }),
  ]
  const coverage = themeCoverage(documents, 'en')
  expect(coverage.map(({ theme, percentage }) => [theme, percentage])).toEqual([
    ['LEGAL_COMPLIANCE', 25],
    ['FINANCE', 0],
    ['ENVIRONMENT', null],
    ['CYBERSECURITY', null],
    ['ETHICS', null],
    ['HUMAN_RIGHTS', null],
  ])
  expect(coverage[0]).toMatchObject({
    label: 'Legal compliance',
    required: 4,
    valid: 1,
    missing: 1,
    expired: 1,
    toCorrect: 1,
    pending: 0,
    nextExpiry: '2027-01-01',
    worstStatus: 'INVALID',
  })
})

test('The models are sound, and unsound ones are refused by the place of each fault', () => {
  for (const model of models.thirdParty) {
    if (model.kind !== 'FACTORS') continue
    for (const list of [model.factors, model.fallback?.factors ?? []]) {
      if (list.length > 0) expect(list.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
    }
  }
  expect(allFactors(models).length).toBeGreaterThan(8)
  expect(() => parseModels({ ...models, bands: [] })).toThrow('/bands')
})
