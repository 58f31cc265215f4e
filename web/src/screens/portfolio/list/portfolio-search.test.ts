import { afterEach, expect, test, vi } from 'vitest'
import { filterQuery, filtersOf, isFilter, sizeOf, sortOf } from './portfolio-search.ts'

afterEach(() => void vi.useRealTimers())

test('Filters are told from what else stands in the address', () => {
  const search = {
    q: 'loire',
    sort: 'name,desc',
    size: '50',
    cursor: 'abc',
    'rating.FINANCIAL_RISK': 'E,UNKNOWN',
    'attribute.BUSINESS_UNIT': 'Plant 4',
    'attribute.SPEND.min': '10',
  }
  const { sort: _sort, size: _size, cursor: _cursor, ...filters } = search
  expect(filtersOf(search)).toEqual(filters)
  expect(['rating.NONE', 'attribute.lower', 'attribute.A.avg', 'constructor'].filter(isFilter)).toEqual([])
})

test('Archived third parties are left out until they are asked for', () => {
  expect(filterQuery({})).toMatchObject({ archived: 'false' })
  expect(filterQuery({ archived: 'true' })).toMatchObject({ archived: 'true' })
  expect(filterQuery({ archived: 'all' }).archived).toBeUndefined()
})

test('Events are asked for from the beginning of their day to the end of today', () => {
  vi.useFakeTimers({ now: new Date('2026-11-16T10:00:00Z') })
  const eventNames = 'THIRD_PARTY_ADDED'
  expect(filterQuery({ eventNames, eventOccurrenceStartDate: '2026-11-01' })).toMatchObject({
    eventNames,
    eventOccurrenceStartDate: '2026-11-01T00:00:00',
    eventOccurrenceEndDate: '2026-11-16T23:59:59',
  })
  expect(filterQuery({ eventNames })).not.toHaveProperty('eventNames')
})

test('An order or a page size that does not exist is the usual one', () => {
  expect(sortOf({ sort: 'name,desc' })).toEqual({ key: 'name', direction: 'desc' })
  expect(sortOf({ sort: 'name,sideways' })).toEqual({ key: 'name', direction: 'asc' })
  expect(sortOf({})).toBeNull()
  expect([sizeOf({ size: '100' }), sizeOf({ size: '101' }), sizeOf({})]).toEqual([100, 25, 25])
})
