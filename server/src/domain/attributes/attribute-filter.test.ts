import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { attributeFilter, attributeSort, type AttributeCondition } from './attribute-filter.ts'
import type { AttributeType, Definition } from './attribute.ts'
import { addDefinition } from './add-definition.ts'
import { setAttributes } from './set-attributes.ts'

let database: TestDatabase
let scope: Scope
const definitions = new Map<AttributeType, Definition>()
const options = ['North', 'South', 'East']
const long = 'x'.repeat(250)
const rows: Record<string, Partial<Record<AttributeType, unknown[]>>> = {
  A: { string: ['Alpha'], decimal: [9.5], date: ['2024-12-31'], boolean: [true], list_unique: ['East'] },
  B: { string: ['beta'], decimal: [10], date: ['2025-01-01'], boolean: [false], list_unique: ['North'] },
  C: { string: [`${long}c`], decimal: [-1], list_unique: ['South'], list_multiple: ['North', 'East'] },
  D: { string: [`${long}d`], list_multiple: ['East', 'North'] },
  E: {},
}

beforeAll(async () => {
  database = await testDatabase()
  scope = await newAccount(database)
  await database.db.write(scope, async (tx) => {
    for (const type of ['string', 'boolean', 'date', 'decimal', 'list_unique', 'list_multiple'] as const) {
      const made = await addDefinition(tx, scope, {
        code: `THE_${type.toUpperCase()}`,
        label: type,
        type,
        scope: 'THIRD_PARTY',
        position: null,
        options: type.startsWith('list') ? options : [],
        expression: null,
        required: false,
      })
      definitions.set(type, made)
    }
    for (const [code, values] of Object.entries(rows)) {
      const { thirdparty_id: id } = await tx
        .insertInto('thirdparty')
        .values({
          account_id: scope.accountId,
          code,
          identifier_code: 'CIT003',
          identifier_value: code,
          source: 'UNMANAGED',
          identity_status: 'NOT_FOUND',
          wire: '',
          created_at: new Date(),
          updated_at: new Date(),
        })
        .returning('thirdparty_id')
        .executeTakeFirstOrThrow()
      const inputs = Object.entries(values).map(([label, given]) => ({ label, values: given }))
      await setAttributes(tx, scope, id, inputs)
    }
  })
})
afterAll(() => database.close())

const definition = (type: AttributeType): Definition => {
  const found = definitions.get(type)
  if (!found) throw new Error(type)
  return found
}

async function matching(type: AttributeType, condition: AttributeCondition): Promise<string> {
  const found = await database.db.read(scope, (tx) =>
    tx
      .selectFrom('thirdparty')
      .select('code')
      .where('account_id', '=', scope.accountId)
      .where(attributeFilter(scope, definition(type), condition))
      .orderBy('code')
      .execute(),
  )
  return found.map(({ code }) => code).join('')
}

test.each<[AttributeType, AttributeCondition, string]>([
  ['string', { operator: 'eq', value: 'Alpha' }, 'A'],
  ['string', { operator: 'eq', value: 'alpha' }, ''],
  ['string', { operator: 'eq', value: `${long}c` }, 'C'],
  ['string', { operator: 'ne', value: 'Alpha' }, 'BCDE'],
  ['string', { operator: 'contains', value: 'ETA' }, 'B'],
  ['string', { operator: 'contains', value: '%' }, ''],
  ['string', { operator: 'present' }, 'ABCD'],
  ['decimal', { operator: 'eq', value: 9.5 }, 'A'],
  ['decimal', { operator: 'gt', value: 9.5 }, 'B'],
  ['decimal', { operator: 'gte', value: 9.5 }, 'AB'],
  ['decimal', { operator: 'lt', value: 0 }, 'C'],
  ['decimal', { operator: 'lte', value: 9.5 }, 'AC'],
  ['decimal', { operator: 'empty' }, 'DE'],
  ['date', { operator: 'lt', value: '2025-01-01' }, 'A'],
  ['date', { operator: 'gte', value: '2025-01-01' }, 'B'],
  ['boolean', { operator: 'eq', value: false }, 'B'],
  ['list_unique', { operator: 'eq', value: 'East' }, 'A'],
  ['list_unique', { operator: 'lt', value: 'East' }, 'BC'],
  ['list_multiple', { operator: 'contains', value: 'East' }, 'CD'],
  ['list_multiple', { operator: 'eq', value: ['East', 'North'] }, 'CD'],
  ['list_multiple', { operator: 'eq', value: ['East'] }, ''],
])('The filter %s %j finds %s', async (type, condition, found) => {
  expect(await matching(type, condition)).toBe(found)
})

test.each<[AttributeType, AttributeCondition, string]>([
  ['decimal', { operator: 'eq', value: '9.5' }, 'ATTRIBUTE_VALUE_TYPE'],
  ['decimal', { operator: 'contains', value: 9 }, 'ATTRIBUTE_VALUE_TYPE'],
  ['date', { operator: 'lt', value: '2025-02-30' }, 'ATTRIBUTE_DATE_INVALID'],
  ['list_unique', { operator: 'eq', value: 'Up' }, 'ATTRIBUTE_OPTION_UNKNOWN'],
  ['boolean', { operator: 'gt', value: true }, 'ATTRIBUTE_VALUE_TYPE'],
])('The filter %s %j is refused with %s', (type, condition, code) => {
  expect(() => attributeFilter(scope, definition(type), condition)).toThrow(expect.objectContaining({ code }))
})

test.each<[AttributeType, string, string]>([
  ['list_unique', 'BCA', 'DE'],
  ['decimal', 'CAB', 'DE'],
  ['date', 'AB', 'CDE'],
  ['boolean', 'BA', 'CDE'],
])('Sorting by %s gives %s, and leaves %s without a place', async (type, order, left) => {
  const { valued, key, missing } = attributeSort(scope, definition(type))
  const walked = await database.db.read(scope, (tx) =>
    sql<{ code: string }>`select code from attribute_value av
      join thirdparty on thirdparty.account_id = av.account_id and thirdparty_id = av.subject
      where ${valued} order by ${sql.ref(key)}, av.subject`.execute(tx),
  )
  const without = await database.db.read(scope, (tx) =>
    tx
      .selectFrom('thirdparty')
      .select('code')
      .where('account_id', '=', scope.accountId)
      .where(missing)
      .orderBy('code')
      .execute(),
  )
  const codes = (found: { code: string | null }[]) => found.map(({ code }) => code).join('')
  expect([codes(walked.rows), codes(without)]).toEqual([order, left])
})

test('An attribute of several options has no order', () => {
  expect(() => attributeSort(scope, definition('list_multiple'))).toThrow(
    expect.objectContaining({ code: 'ATTRIBUTE_VALUE_TYPE' }),
  )
})

test('The portfolio reads criticality from its view, with its rank', async () => {
  const [first] = await database.db.write(scope, async (tx) => {
    const { thirdparty_id: id } = await tx
      .selectFrom('thirdparty')
      .select('thirdparty_id')
      .where('code', '=', 'E')
      .executeTakeFirstOrThrow()
    await setAttributes(tx, scope, id, [{ label: 'Criticality', values: ['Medium'] }])
    return tx.selectFrom('thirdparty_criticality').select(['criticality', 'rank']).execute()
  })
  expect(first).toEqual({ criticality: 'Medium', rank: 2 })
})
