import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given, parseSearch, stringifySearch, text, whole } from './search-params.ts'

test('A text in an address is read as it was written, whatever it looks like', () => {
  const texts = fc.dictionary(fc.stringMatching(/^[a-zA-Z.]{1,9}$/), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(texts, (search) => {
      const read = parseSearch(stringifySearch(search))
      expect(Object.fromEntries(Object.entries(read).map(([name, value]) => [name, text(value)]))).toEqual(
        search,
      )
    }),
  )
})

test('Addresses as they were written once, with quotes, are still understood', () => {
  expect(parseSearch('?archived=%22true%22&q=%22732%22')).toEqual({ archived: 'true', q: '732' })
  expect(stringifySearch(parseSearch('?archived=%22true%22'))).toBe('?archived=true')
})

test('Only whole numbers count as numbers, and what is undefined leaves no trace', () => {
  expect([whole(3), whole(3.5), whole('3'), whole(undefined)]).toEqual([3, undefined, undefined, undefined])
  expect(Object.keys(given({ a: 1, b: undefined, c: null }))).toEqual(['a', 'c'])
  expect([text(''), text(0), text(false), text({})]).toEqual([undefined, '0', 'false', undefined])
})
