import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/harness/cpu-ms.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { AttributeType, AttributeValue } from './attribute.ts'
import { calculationOrder } from './calculation-order.ts'
import { compileExpression, type Inputs } from './expression.ts'

const known = [
  { code: 'AMOUNT', type: 'decimal' },
  { code: 'SHARE', type: 'percentage' },
  { code: 'NAME', type: 'string' },
  { code: 'OTHER', type: 'string' },
  { code: 'MISSING', type: 'string' },
  { code: 'OK', type: 'boolean' },
  { code: 'DAY', type: 'date' },
  { code: 'LEVEL', type: 'list_unique' },
  { code: 'TAGS', type: 'list_multiple' },
] as const

const compile = (type: AttributeType, expression: string, options: string[] = []) =>
  compileExpression({ type, expression, options }, known)

function calculate(
  type: AttributeType,
  expression: string,
  values: Record<string, AttributeValue> = {},
  options: string[] = ['High', 'Low'],
) {
  const identity: Inputs['identity'] = { countryCode: 'FR', headcount: 42n, status: 'ACTIVE' }
  return compile(type, expression, options).run({ attributes: new Map(Object.entries(values)), identity })
}

function reasonOf(type: AttributeType, expression: string): string {
  try {
    compile(type, expression)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ATTRIBUTE_EXPRESSION_STEPS') return 'too many steps'
    if (error instanceof AppError && error.code === 'ATTRIBUTE_EXPRESSION_INVALID')
      return String(error.params['reason'])
    throw error
  }
  return 'accepted'
}

describe('Results of expressions', () => {
  test.each<[AttributeType, string, Record<string, AttributeValue>, AttributeValue]>([
    ['decimal', 'attributes.AMOUNT * 2', { AMOUNT: 12.5 }, 25],
    ['decimal', '2 + attributes.AMOUNT', { AMOUNT: 0.5 }, 2.5],
    ['decimal', 'attributes.AMOUNT + attributes.SHARE', { AMOUNT: 0.1, SHARE: 0.2 }, 0.3],
    ['decimal', 'attributes.AMOUNT / 3.0', { AMOUNT: 100 }, 33.3333333333333],
    ['decimal', 'round(attributes.AMOUNT, 2)', { AMOUNT: 1.005 }, 1],
    ['decimal', 'thirdparty.headcount', {}, 42],
    ['percentage', 'attributes.AMOUNT > 10.0 ? 1.5 : 0.0', { AMOUNT: 11 }, 1.5],
    ['boolean', 'attributes.AMOUNT > 10 && thirdparty.countryCode == "FR"', { AMOUNT: 11 }, true],
    ['boolean', '"a" in attributes.TAGS', { TAGS: ['a', 'b'] }, true],
    ['boolean', 'attributes.TAGS.all(t, t.startsWith("a"))', { TAGS: ['a', 'ab'] }, true],
    ['string', 'attributes.NAME + " (" + thirdparty.countryCode + ")"', { NAME: 'Acme' }, 'Acme (FR)'],
    ['string', 'has(attributes.NAME) ? attributes.NAME : "none"', {}, 'none'],
    ['date', 'attributes.DAY + duration("48h")', { DAY: '2024-02-28' }, '2024-03-01'],
    ['date', 'date("2025-01-31")', {}, '2025-01-31'],
    ['boolean', 'attributes.DAY < date("2025-01-01")', { DAY: '2024-12-31' }, true],
    ['list_unique', 'attributes.AMOUNT > 100 ? "High" : "Low"', { AMOUNT: 101 }, 'High'],
    ['list_multiple', 'attributes.TAGS.filter(t, t != "Low")', { TAGS: ['High', 'Low'] }, ['High']],
  ])('The %s expression %s of %j gives %j', (type, expression, values, value) => {
    expect(calculate(type, expression, values)).toEqual({ kind: 'VALUE', value })
  })

  test.each<[AttributeType, string]>([
    ['decimal', 'attributes.AMOUNT * 2'],
    ['boolean', 'attributes.OK'],
    ['string', 'thirdparty.nafCode'],
    ['boolean', 'attributes.AMOUNT > 1 && attributes.OK'],
    ['list_multiple', 'attributes.TAGS.filter(t, t == "x")'],
  ])('The %s expression %s gives nothing when its inputs are unknown', (type, expression) => {
    expect(calculate(type, expression)).toEqual({ kind: 'MISSING' })
  })

  test.each<[AttributeType, string, Record<string, AttributeValue>]>([
    ['decimal', 'attributes.AMOUNT / 0', { AMOUNT: 1 }],
    ['decimal', '1 / 0', {}],
    ['decimal', 'attributes.AMOUNT * 1e300', { AMOUNT: 1e14 }],
    ['decimal', '9223372036854775807 + 1', {}],
    ['list_unique', '"Nowhere"', {}],
    ['date', 'date("2025-02-30")', {}],
    ['date', 'attributes.DAY + duration("900000000h")', { DAY: '2025-01-01' }],
    ['string', 'attributes.NAME + attributes.NAME', { NAME: 'x'.repeat(600) }],
    ['string', String.raw`"a\x00b"`, {}],
    ['decimal', 'int(attributes.NAME)', { NAME: 'twelve' }],
  ])('The %s expression %s of %j fails without harm', (type, expression, values) => {
    expect(calculate(type, expression, values)).toMatchObject({ kind: 'FAILED' })
  })

  test('An expression names what it reads, in comprehensions and guards too', () => {
    const expression =
      'attributes.TAGS.exists(t, t == attributes.NAME) || (has(attributes.OK) && attributes.OK)'
    expect(compile('boolean', expression).dependsOn).toEqual(['NAME', 'OK', 'TAGS'])
  })
})

describe('Forbidden expressions', () => {
  test.each<[AttributeType, string]>([
    ['string', 'attributes.AMOUNT'],
    ['decimal', 'attributes.NAME'],
    ['boolean', 'attributes.NAME'],
    ['date', 'attributes.NAME'],
    ['list_multiple', 'attributes.NAME'],
    ['string', 'attributes.NOPE'],
    ['boolean', 'has(attributes.NOPE)'],
    ['string', 'thirdparty.password'],
    ['string', 'attributes["NAME"]'],
    ['string', 'attributes.constructor'],
    ['string', 'attributes.__proto__'],
    ['boolean', 'attributes == attributes'],
    ['string', 'NAME'],
    ['decimal', 'size(google.protobuf)'],
    ['string', 'attributes.NAME +'],
    ['string', ''],
    ['boolean', 'attributes.AMOUNT + "a" == ""'],
    ['boolean', 'attributes.NAME.matches("(a+)+$")'],
    ['string', 'cel.bind(a, attributes.NAME, a + a)'],
    ['list_multiple', 'attributes.TAGS.map(t, t + t)'],
    ['boolean', 'dyn(attributes.NAME) == 1'],
    ['string', 'b"abc".string()'],
    ['decimal', '{"a": 1}.a'],
    ['decimal', 'size(attributes.NAME.split(""))'],
    ['decimal', 'attributes.DAY.getHours("Europe/Paris")'],
    ['boolean', 'duration(attributes.NAME) > duration("1h")'],
    ['boolean', `duration("${'1'.repeat(300)}") > duration("1h")`],
    ['boolean', 'attributes.TAGS.exists(attributes, attributes == "a")'],
    ['string', `"${'x'.repeat(1_000)}"`],
  ])('An expression is refused for %s: %s', (_type, expression) => {
    expect(reasonOf(_type, expression)).not.toBe('accepted')
  })
})

/** Each tried within a time no author would notice; refused, or calculated on the worst of inputs. */
describe('Hostile expressions', () => {
  const loop = (depth: number, body: string): string =>
    depth === 0 ? body : `attributes.TAGS.exists(v${depth}, ${loop(depth - 1, body)})`
  const hostile: Record<string, string> = {
    'deep brackets': `${'('.repeat(480)}true${')'.repeat(480)}`,
    'deep negations': `${'!'.repeat(990)}true`,
    'deep lists': `${'['.repeat(490)}${']'.repeat(490)} == []`,
    'deep conditions': `${'true?'.repeat(150)}true${':true'.repeat(150)}`,
    'a long chain': Array.from({ length: 240 }, () => '1').join('+') + ' == 1',
    'a huge number': `${'9'.repeat(900)} == 1`,
    'a regular expression bomb': 'attributes.NAME.matches("^(a|a)*$")',
    'an exponential binding':
      'cel.bind(a,"x"+"x",cel.bind(b,a+a,cel.bind(c,b+b,cel.bind(d,c+c,size(d+d)>0))))',
    'loops in loops': loop(4, 'v1 == v2'),
    'loops over a wide list': `[${'1,'.repeat(180)}1].exists(x,[${'1,'.repeat(180)}1].exists(y,x+y<0))`,
    'searches in loops': loop(2, 'attributes.NAME.contains(attributes.OTHER)'),
    'searches of sums': `(${Array.from({ length: 20 }, () => 'attributes.NAME').join('+')}).contains(attributes.NAME+attributes.OTHER)`,
    'a dear search':
      'attributes.NAME.contains(attributes.OTHER) || attributes.OTHER.contains(attributes.NAME)',
    'a dear loop': 'attributes.TAGS.exists(t, t + "b" in attributes.TAGS)',
    'a slow duration': 'attributes.DAY + duration("11111111111111111111") > attributes.DAY',
  }
  const loopOf = (list: string, depth: number): string =>
    depth === 0 ? 'true' : `${list}.all(v${depth},${loopOf(list, depth - 1)})`
  const worst = {
    NAME: 'a'.repeat(1_000),
    OTHER: `${'a'.repeat(499)}b`,
    DAY: '2025-01-01',
    TAGS: Array.from({ length: 100 }, (_, index) => `${'a'.repeat(190)}${index}`),
  }

  test.each(Object.entries(hostile))('The expression %s is bounded in time', (_name, expression) => {
    const ask = () => {
      if (reasonOf('boolean', expression) === 'accepted') calculate('boolean', expression, worst)
    }
    expect(cpuMsOf(ask)).toBeLessThan(250)
  })

  const ones = (count: number) => `[${Array(count).fill('1').join(',')}]`
  test.each<[string, string]>([
    [
      'a list of a hundred in another in another',
      `${ones(100)}.all(a,${ones(100)}.all(b,${ones(100)}.all(c,true)))`,
    ],
    ['a list met again and again inside itself', `[${ones(60)}].all(x,x.all(a,x.all(b,x.all(c,true))))`],
    ['a list taken out of a list', loopOf(`[${ones(60)}][0]`, 3)],
    ['a list of texts joined with itself', loopOf('(attributes.TAGS+attributes.TAGS)', 2)],
    ['a filtered list', loopOf('attributes.TAGS.filter(x,true)', 2)],
    ['the length of a long text, often', 'attributes.TAGS.exists(t, size(attributes.NAME) < 0)'],
  ])('An expression is refused for its steps: %s', (_name, expression) => {
    expect(reasonOf('boolean', expression)).toBe('too many steps')
  })

  /** Any list, in lists, out of lists, filtered and joined, and anything a loop over it may ask. */
  const anyCondition = fc.letrec<{ list: string; condition: string }>((tie) => ({
    list: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.integer({ min: 1, max: 60 }).map(ones),
      fc.constantFrom('attributes.TAGS', `["a","${'b'.repeat(90)}"]`),
      tie('list').map((list) => `${list}.filter(f,true)`),
      tie('list').map((list) => `(${list}+${list})`),
      tie('list').map((list) => `[${list},${list}][0]`),
    ),
    condition: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom('true', '1/0==1||true', 'attributes.NAME.contains(attributes.OTHER)'),
      fc.constantFrom('date("2025-01-01")<attributes.DAY||true', 'size(attributes.NAME)>0'),
      fc.constantFrom('attributes.NAME+attributes.NAME!=attributes.NAME', 'attributes.MISSING==""||true'),
      fc.tuple(tie('list'), tie('condition')).map(([list, inner]) => `${list}.all(v,${inner})`),
      fc.tuple(tie('list'), tie('condition')).map(([list, inner]) => `[${list}].all(w,w.all(v,${inner}))`),
      fc.tuple(tie('condition'), tie('condition')).map(([one, other]) => `(${one})&&(${other})`),
    ),
  })).condition

  test('Any expression is refused or takes no longer than its steps say', () => {
    const longest = 40
    fc.assert(
      fc.property(anyCondition, (expression) => {
        fc.pre(expression.length <= 1_000 && reasonOf('boolean', expression) === 'accepted')
        const compiled = compile('boolean', expression)
        const inputs = { attributes: new Map(Object.entries(worst)), identity: {} }
        expect(cpuMsOf(() => compiled.run(inputs))).toBeLessThan(longest)
      }),
      { numRuns: 150 },
    )
  })

  test('An expression is refused when only its cost is wrong', () => {
    for (const name of ['loops in loops', 'searches in loops', 'searches of sums']) {
      expect(reasonOf('boolean', hostile[name] ?? ''), name).toBe('too many steps')
    }
    for (const name of ['a dear search', 'a dear loop']) {
      expect(reasonOf('boolean', hostile[name] ?? ''), name).toBe('accepted')
    }
  })
})

describe('Order of calculation', () => {
  const node = (code: string, ...dependsOn: string[]) => ({ code, dependsOn, expression: 'x' })

  test('Each attribute is calculated after those it reads, however they are listed', () => {
    const order = calculationOrder([
      node('C', 'B', 'A'),
      node('B', 'A'),
      { ...node('INPUT'), expression: null },
      node('A', 'INPUT'),
    ])
    expect(order.map((one) => one.code)).toEqual(['A', 'B', 'C'])
  })

  test.each([
    [[node('A', 'A')], 'A → A'],
    [[node('A', 'B'), node('B', 'C'), node('C', 'A')], 'A → B → C → A'],
    [[node('X', 'A'), node('A', 'B'), node('B', 'A')], 'A → B → A'],
  ])('The definitions %j form a cycle', (nodes, path) => {
    expect(() => calculationOrder(nodes)).toThrow(
      expect.objectContaining({ code: 'ATTRIBUTE_EXPRESSION_CYCLE', params: { path } }),
    )
  })
})
