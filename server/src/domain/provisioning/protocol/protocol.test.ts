import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter, parseValuePath, type Filter } from './filter.ts'
import { matchesFilter } from './match-filter.ts'
import { applyPatch, readPatch } from './patch.ts'
import { projectResource } from './projection.ts'
import { keepKnown, type Resource } from './read-resource.ts'
import { userKind } from './schemas.ts'
import { ScimError } from './scim-error.ts'

const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Refused in the words of the protocol: any other error would be a fault of ours. */
function expectReadOrRefused(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(ScimError)
  }
}

const path = fc.constantFrom('type', 'value', 'display')
const text = fc.string({ maxLength: 8 }).filter((it) => it.trim() === it)
const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.constant('present' as const), path }),
  fc.record({
    kind: fc.constant('compare' as const),
    path,
    operator: fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'),
    value: fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null)),
  }),
)
const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    comparison,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      left: tie('filter'),
      right: tie('filter'),
    }),
    fc.record({ kind: fc.constant('not' as const), inner: tie('filter') }),
  ),
})).filter

/** As a directory would write it, with every group in parentheses. */
function write(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${write(filter.left)} ${filter.kind} ${write(filter.right)})`
    case 'not':
      return `not (${write(filter.inner)})`
    case 'present':
      return `${filter.path} pr`
    case 'compare':
      return `${filter.path} ${filter.operator} ${JSON.stringify(filter.value)}`
    case 'some':
      return `${filter.path}[${write(filter.inner)}]`
  }
}

describe('Filters', () => {
  test('A filter that is written out is read as it was meant', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilter(write(filter))).toEqual(filter)
      }),
    )
  })

  test('Whatever is sent as a filter or path is read or refused, and nothing else happens', () => {
    const words = fc.constantFrom(
      'userName',
      'eq',
      '"a"',
      '(',
      ')',
      '[',
      ']',
      'not',
      'and',
      'or',
      'pr',
      '.value',
      ' ',
    )
    const junk = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(junk, (given) => {
        for (const read of [parseFilter, parseValuePath]) expectReadOrRefused(() => read(given))
      }),
    )
  })

  test('A negation holds exactly where the filter does not', () => {
    const value = fc.record({ type: text, value: text, display: text }, { requiredKeys: [] })
    fc.assert(
      fc.property(filters, value, (filter, it) => {
        expect(matchesFilter({ kind: 'not', inner: filter }, it)).toBe(!matchesFilter(filter, it))
      }),
    )
  })
})

describe('Patches', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  const email = fc.record(
    { value: word, type: fc.constantFrom('work', 'home'), primary: fc.boolean() },
    { requiredKeys: ['value'] },
  )
  const operation = fc.oneof(
    fc.record({
      op: fc.constantFrom('add', 'Replace'),
      path: fc.constantFrom('title', 'name.familyName'),
      value: word,
    }),
    fc.record({
      op: fc.constantFrom('add', 'replace'),
      path: fc.constant('emails'),
      value: fc.array(email, { maxLength: 1 }),
    }),
    fc.record({ op: fc.constant('Add'), path: fc.constant('emails[type eq "work"].value'), value: word }),
    fc.record({
      op: fc.constant('remove'),
      path: fc.constantFrom('title', 'emails', 'name', 'emails[type eq "home"]'),
    }),
    fc.record({
      op: fc.constant('replace'),
      value: fc.record({ active: fc.constantFrom('True', 'False', true) }),
    }),
  )

  test('After any patch a resource is in its form, has one primary value at most, and the former one is untouched', () => {
    const before: Resource = { userName: 'somebody', emails: [{ value: 'a', type: 'work', primary: true }] }
    const copy = structuredClone(before)
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (operations) => {
        const steps = readPatch(userKind, { schemas: [patchUrn], Operations: operations })
        const after = applyPatch(userKind, before, steps)
        expect(keepKnown(userKind, after)).toEqual(after)
        const primaries = ((after['emails'] ?? []) as Resource[]).filter(({ primary }) => primary === true)
        expect(primaries.length).toBeLessThan(2)
        expect(before).toEqual(copy)
      }),
    )
  })
})

describe('Bodies', () => {
  // Objects that cannot be turned into text among them.
  const anything = fc.anything({ withNullPrototype: true, key: fc.constantFrom('op', 'toString', 'a') })

  test('A patch with anything in it is read, or refused as the protocol wants', () => {
    const part = fc.oneof(anything, fc.constant(patchUrn), fc.constant('add'))
    const operation = fc.oneof(part, fc.record({ op: part, path: part, value: part }))
    const body = fc.record({ schemas: fc.array(part), Operations: fc.array(operation) })
    const hostile = { toString: null, valueOf: null }
    fc.assert(
      fc.property(body, (given) => expectReadOrRefused(() => readPatch(userKind, given))),
      {
        examples: [
          [{ schemas: [hostile], Operations: [] }],
          [{ schemas: [patchUrn], Operations: [{ op: hostile }] }],
        ],
      },
    )
  })
})

describe('Projections', () => {
  const resource: Resource = {
    schemas: ['x'],
    id: '1',
    title: 't',
    name: { givenName: 'g', familyName: 'f' },
  }

  test('What is asked for and what is left out make up the whole', () => {
    const names = ['title', 'name.givenName', 'NAME', 'unknown', 'id']
    fc.assert(
      fc.property(fc.subarray(names), (chosen) => {
        const wanted = projectResource(userKind, resource, { attributes: chosen, excludedAttributes: null })
        const rest = projectResource(userKind, resource, { attributes: null, excludedAttributes: chosen })
        const parts = { ...(rest['name'] as object), ...(wanted['name'] as object) }
        expect({ ...rest, ...wanted, name: parts }).toEqual(resource)
        expect(wanted['id']).toBe('1')
        expect(rest['id']).toBe('1')
      }),
    )
  })
})
