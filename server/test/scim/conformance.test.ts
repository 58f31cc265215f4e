import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import {
  enterpriseUrn,
  groupUrn,
  openScimDesk,
  problemOf,
  userUrn,
  type ScimDesk,
  type ScimList,
  type ScimResource,
} from './scim-desk.ts'

// The examples of RFC 7644, section by section, with people of our own.

let harness: TestApp
let desk: ScimDesk
beforeAll(async () => {
  ;({ harness, desk } = await openScimDesk())
})
afterAll(() => harness.close())

describe('RFC 7644, section 3.3: creating', () => {
  test('A person is created, with an id, a version and an address of their own', async () => {
    const answer = await desk.scim('POST', '/Users', {
      schemas: [userUrn],
      userName: 'barbe',
      externalId: 'barbe-1',
      name: { formatted: 'Mme Barbe Jensen III', familyName: 'Jensen', givenName: 'Barbe' },
      emails: [{ value: 'barbe@people.example', type: 'work' }],
    })
    expect(answer.statusCode).toBe(201)
    const person = answer.json<ScimResource>()
    expect(person).toMatchObject({
      schemas: [userUrn],
      userName: 'barbe',
      externalId: 'barbe-1',
      active: true,
      name: { familyName: 'Jensen' },
      meta: { resourceType: 'User', version: 'W/"1"' },
    })
    expect(person.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['location']).toBe(`http://vigie.test/scim/v2/Users/${person.id}`)
    expect(person.meta.location).toBe(answer.headers['location'])
    expect(answer.headers['etag']).toBe('W/"1"')
    expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
  })

  test('The same person twice is a conflict of uniqueness, by name in any letters or by address', async () => {
    await desk.person('double@people.example')
    const again = (userName: string, more: object = {}) =>
      problemOf(desk.scim('POST', '/Users', { schemas: [userUrn], userName, ...more }))
    expect(await again('DOUBLE@people.example')).toEqual([409, 'uniqueness'])
    expect(await again('other', { emails: [{ value: 'double@people.example' }] })).toEqual([
      409,
      'uniqueness',
    ])
  })

  test('What is not a person is refused with its cause', async () => {
    const create = (body: unknown) => problemOf(desk.scim('POST', '/Users', body))
    expect(await create({ userName: 'a@people.example' })).toEqual([400, 'invalidSyntax'])
    expect(await create({ schemas: [userUrn] })).toEqual([400, 'invalidValue'])
    expect(await create({ schemas: [userUrn], userName: 7 })).toEqual([400, 'invalidValue'])
    expect(await create({ schemas: [userUrn], userName: 'no address' })).toEqual([400, 'invalidValue'])
    expect(await create([])).toEqual([400, 'invalidSyntax'])
    const two = [
      { value: 'a@people.example', primary: true },
      { value: 'b@people.example', primary: true },
    ]
    expect(await create({ schemas: [userUrn], userName: 'two', emails: two })).toEqual([400, 'invalidValue'])
    const broken = await harness.app.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/scim+json' },
      payload: '{"userName":',
    })
    expect([broken.statusCode, broken.json<{ scimType: string }>().scimType]).toEqual([400, 'invalidSyntax'])
  })

  test('Attributes that are not kept, or that only the service may set, are passed over', async () => {
    const person = await desk.person('kept@people.example', {
      id: '1',
      meta: { version: 'mine' },
      groups: [{ value: 'x' }],
      password: 'secret-of-mine',
      phoneNumbers: [{ value: '1', type: 'work' }],
      [enterpriseUrn]: { department: 'Purchasing', manager: { value: '26118915' } },
      favouriteColour: 'blue',
    })
    expect(person).toMatchObject({
      schemas: [userUrn, enterpriseUrn],
      [enterpriseUrn]: { department: 'Purchasing', manager: { value: '26118915' } },
    })
    for (const name of ['password', 'phoneNumbers', 'groups', 'favouriteColour'])
      expect(person).not.toHaveProperty(name)
    const { rows } = await harness.admin.query('select resource::text from directory_person')
    expect(JSON.stringify(rows)).not.toContain('secret-of-mine')
  })
})

describe('RFC 7644, section 3.4: reading', { shuffle: false }, () => {
  const names = ['anna', 'bruno', 'chloe', 'david', 'elsa']
  beforeAll(async () => {
    for (const [nth, name] of names.entries()) {
      await desk.person(`${name}@reading.example`, {
        externalId: `reading-${nth}`,
        displayName: `${name[0]!.toUpperCase()}${name.slice(1)} Reading`,
        title: nth % 2 === 0 ? 'Buyer' : 'Lawyer',
        userType: 'Reader',
        active: name !== 'david',
        emails: [
          { value: `${name}@reading.example`, type: 'work', primary: true },
          ...(nth === 0 ? [{ value: 'anna@home.example', type: 'home' }] : []),
        ],
        ...(nth === 1 && { [enterpriseUrn]: { department: 'Legal' } }),
      })
    }
  })

  const found = async (filter: string) => {
    const { Resources } = await desk.list(`/Users?count=500&filter=${encodeURIComponent(filter)}`)
    const heard = Resources.map((one) => String(one['userName']).split('@')[0] ?? '')
    return names.filter((name) => heard.includes(name))
  }
  const readers = (filter: string) => found(`userType eq "Reader" and (${filter})`)

  test.each([
    ['userName eq "anna@reading.example"', ['anna']],
    ['USERNAME EQ "ANNA@READING.EXAMPLE"', ['anna']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', ['bruno']],
    ['userName ne "anna@reading.example"', ['bruno', 'chloe', 'david', 'elsa']],
    ['displayName co "LO"', ['chloe']],
    ['displayName ew "a reading"', ['anna', 'elsa']],
    ['userName gt "david@reading.example"', ['elsa']],
    ['userName ge "david@reading.example"', ['david', 'elsa']],
    ['userName lt "bruno"', ['anna']],
    ['userName le "bruno@reading.example"', ['anna', 'bruno']],
    ['externalId eq "reading-2"', ['chloe']],
    ['externalId eq "READING-2"', []],
    ['active eq false', ['david']],
    ['not (active eq true)', ['david']],
    ['title pr and not (title eq "Buyer")', ['bruno', 'david']],
    ['nickName pr', []],
    ['not (nickName pr)', names],
    ['nickName eq null', names],
    ['nickName ne "x"', names],
    ['title eq "Lawyer" or userName sw "anna" and active eq true', ['anna', 'bruno', 'david']],
    ['(title eq "Lawyer" or userName sw "anna") and active eq true', ['anna', 'bruno']],
    ['emails co "home.example"', ['anna']],
    ['emails.value co "home.example"', ['anna']],
    ['emails[type eq "home" and value co "@home"]', ['anna']],
    ['emails[type eq "work" and value co "@home"]', []],
    ['emails[type eq "work"].value eq "elsa@reading.example"', ['elsa']],
    ['emails.type eq "home"', ['anna']],
    ['emails.primary eq true', names],
    [`${enterpriseUrn}:department eq "legal"`, ['bruno']],
    ['meta.created gt "2020-01-01T00:00:00Z"', names],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['id eq "00000000-0000-4000-8000-000000000000"', []],
    ['id eq "anna"', []],
    ['groups pr', []],
    ['userName sw "a\\u006e"', ['anna']],
  ])('The filter %s finds whom it describes', async (filter, expected) => {
    expect(await readers(filter)).toEqual(expected)
  })

  test.each([
    'userName',
    'userName eq',
    'userName zz "a"',
    'userName eq "a" or',
    '(userName eq "a"',
    'userName eq "a")',
    'userName eq bare',
    'userName eq "a" "b"',
    'userName eq 7',
    'unknown eq "a"',
    'name.unknown eq "a"',
    'phoneNumbers.value eq "1"',
    'emails[type eq "work"',
    'emails[nonsense eq "work"]',
    'userName[type eq "work"]',
    'active gt true',
    'active eq "perhaps"',
    'meta.created co "2020"',
    'meta.created gt "yesterday"',
    'title gt null',
    'not userName eq "a"',
    'userName eq "unfinished',
    '{}',
    `${'('.repeat(60)}userName pr${')'.repeat(60)}`,
    `${'userName pr or '.repeat(200)}userName pr`,
  ])('The filter %s is refused as invalid', async (filter) => {
    expect(await problemOf(desk.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`))).toEqual([
      400,
      'invalidFilter',
    ])
  })

  const list = (query: string) =>
    desk.list(`/Users?filter=${encodeURIComponent('userType eq "Reader"')}&${query}`)
  const namesOf = ({ Resources }: ScimList) => Resources.map((one) => String(one['userName']).split('@')[0])

  test('A list is read page by page, and says how many there are', async () => {
    const pages = await Promise.all(
      [1, 3, 5, 7].map((startIndex) => list(`startIndex=${startIndex}&count=2`)),
    )
    expect(pages.flatMap(namesOf)).toEqual(names)
    expect(
      pages.map(({ itemsPerPage, startIndex, totalResults }) => [itemsPerPage, startIndex, totalResults]),
    ).toEqual([
      [2, 1, 5],
      [2, 3, 5],
      [1, 5, 5],
      [0, 7, 5],
    ])
    expect(await list('count=0')).toMatchObject({ totalResults: 5, Resources: [] })
    expect(await list('count=-3&startIndex=-1')).toMatchObject({
      totalResults: 5,
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect(await problemOf(desk.scim('GET', '/Users?count=many'))).toEqual([400, 'invalidValue'])
  })

  test('A list is sorted by any attribute, and whoever lacks it comes last', async () => {
    expect(namesOf(await list('sortBy=userName&sortOrder=descending'))).toEqual(names.toReversed())
    expect(namesOf(await list(`sortBy=${enterpriseUrn}:department`))[0]).toBe('bruno')
    expect(namesOf(await list('sortBy=title')).slice(0, 3)).toEqual(['anna', 'chloe', 'elsa'])
    expect(namesOf(await list('sortBy=emails.value'))).toEqual(names)
    expect(await problemOf(desk.scim('GET', '/Users?sortBy=unknown'))).toEqual([400, 'invalidValue'])
    expect(await problemOf(desk.scim('GET', '/Users?sortBy=title&sortOrder=up'))).toEqual([
      400,
      'invalidValue',
    ])
  })

  test('Only the attributes that are asked for are shown, and the id always', async () => {
    const only = await list('attributes=userName,emails.value&count=1')
    expect(only.Resources[0]).toEqual({
      schemas: [userUrn],
      id: expect.any(String) as string,
      userName: 'anna@reading.example',
      emails: [{ value: 'anna@reading.example' }, { value: 'anna@home.example' }],
    })
    const without = await list('excludedAttributes=emails,meta,id&count=1')
    expect(Object.keys(without.Resources[0] ?? {}).toSorted()).toEqual(
      ['schemas', 'id', 'userName', 'externalId', 'displayName', 'title', 'userType', 'active'].toSorted(),
    )
  })

  test('A search by POST answers as the list does', async () => {
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'userType eq "Reader"',
      attributes: ['userName'],
      sortBy: 'userName',
      sortOrder: 'descending',
      startIndex: 2,
      count: 2,
    }
    const answer = await desk.scim('POST', '/Users/.search', body)
    expect(answer.statusCode).toBe(200)
    expect(namesOf(answer.json<ScimList>())).toEqual(['david', 'chloe'])
    expect(answer.json<ScimList>().totalResults).toBe(5)
    expect(await problemOf(desk.scim('POST', '/Users/.search', { ...body, filter: 'x' }))).toEqual([
      400,
      'invalidFilter',
    ])
    expect(await problemOf(desk.scim('POST', '/Users/.search', {}))).toEqual([400, 'invalidSyntax'])
  })

  test('Whoever is not there is not found, whatever the id looks like', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'anna', '1%27'])
      expect(await problemOf(desk.scim('GET', `/Users/${id}`))).toEqual([404, undefined])
  })
})

describe('RFC 7644, section 3.5.1: replacing', () => {
  test('A replacement keeps nothing of what it does not say, but never lets anybody in by silence', async () => {
    const { id } = await desk.person('put@people.example', { title: 'Buyer', nickName: 'Put', active: false })
    const answer = await desk.scim('PUT', `/Users/${id}`, {
      schemas: [userUrn],
      userName: 'put@people.example',
      displayName: 'Replaced',
    })
    expect(answer.statusCode).toBe(200)
    const after = answer.json<ScimResource>()
    expect(after).toMatchObject({ displayName: 'Replaced', active: false, meta: { version: 'W/"2"' } })
    expect(after).not.toHaveProperty('title')
    expect(after).not.toHaveProperty('nickName')
  })

  test('Somebody else’s name cannot be taken', async () => {
    await desk.person('taken@people.example')
    const { id } = await desk.person('taker@people.example')
    const body = { schemas: [userUrn], userName: 'TAKEN@people.example' }
    expect(await problemOf(desk.scim('PUT', `/Users/${id}`, body))).toEqual([409, 'uniqueness'])
  })
})

describe('RFC 7644, section 3.5.2: patching', () => {
  const patched = async (userName: string, before: object, operations: object[]) => {
    const { id } = await desk.person(userName, before)
    const answer = await desk.patch(`/Users/${id}`, operations)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<ScimResource>()
  }

  test('Values are added, and the same value twice is one', async () => {
    const work = { value: 'add@people.example', type: 'work' }
    const home = { value: 'babs@home.example', type: 'home' }
    const after = await patched('add@people.example', { emails: [work] }, [
      { op: 'add', path: 'emails', value: [home] },
      { op: 'add', path: 'emails', value: [home] },
      { op: 'add', value: { nickName: 'Babs', title: 'Buyer' } },
      { op: 'add', path: 'name.familyName', value: 'Jensen' },
      { op: 'add', path: `${enterpriseUrn}:department`, value: 'Purchasing' },
    ])
    expect(after).toMatchObject({
      emails: [work, home],
      nickName: 'Babs',
      title: 'Buyer',
      name: { familyName: 'Jensen' },
      [enterpriseUrn]: { department: 'Purchasing' },
    })
  })

  test('A new primary value takes the place of the former one', async () => {
    const former = { value: 'primary@people.example', type: 'work', primary: true }
    const after = await patched('primary@people.example', { emails: [former] }, [
      { op: 'add', path: 'emails', value: { value: 'new@people.example', primary: true } },
    ])
    expect(after['emails']).toEqual([
      { ...former, primary: false },
      { value: 'new@people.example', primary: true },
    ])
  })

  test('Values are replaced by their path, and what is not named stays', async () => {
    const after = await patched(
      'replace@people.example',
      {
        name: { familyName: 'Before', givenName: 'Stays' },
        emails: [
          { value: 'replace@people.example', type: 'work' },
          { value: 'home@people.example', type: 'home' },
        ],
      },
      [
        { op: 'replace', path: 'name', value: { familyName: 'After' } },
        { op: 'replace', path: 'emails[type eq "home"].value', value: 'new-home@people.example' },
        { op: 'replace', value: { displayName: 'After Stays', active: false } },
      ],
    )
    expect(after).toMatchObject({
      name: { familyName: 'After', givenName: 'Stays' },
      emails: [
        { value: 'replace@people.example', type: 'work' },
        { value: 'new-home@people.example', type: 'home' },
      ],
      displayName: 'After Stays',
      active: false,
    })
  })

  test('Values are removed: one, those that fit, a part, or all', async () => {
    const after = await patched(
      'remove@people.example',
      {
        title: 'Buyer',
        name: { familyName: 'Family', givenName: 'Given' },
        emails: [
          { value: 'remove@people.example', type: 'work', display: 'Work' },
          { value: 'one@home.example', type: 'home' },
          { value: 'two@home.example', type: 'home' },
        ],
        [enterpriseUrn]: { department: 'Legal', costCenter: '1' },
      },
      [
        { op: 'remove', path: 'title' },
        { op: 'remove', path: 'name.givenName' },
        { op: 'remove', path: 'emails[type eq "home" and value sw "one"]' },
        { op: 'remove', path: 'emails[type eq "work"].display' },
        { op: 'remove', path: 'emails[type eq "nowhere"]' },
        { op: 'remove', path: enterpriseUrn },
      ],
    )
    expect(after).not.toHaveProperty('title')
    expect(after).not.toHaveProperty([enterpriseUrn])
    expect(after).toMatchObject({ schemas: [userUrn], name: { familyName: 'Family' } })
    expect(after['name']).not.toHaveProperty('givenName')
    expect(after['emails']).toEqual([
      { value: 'remove@people.example', type: 'work' },
      { value: 'two@home.example', type: 'home' },
    ])
  })

  test.each([
    [[{ op: 'replace', path: 'unknown', value: 1 }], 'invalidPath'],
    [[{ op: 'replace', path: 'name.unknown', value: 'x' }], 'invalidPath'],
    [[{ op: 'replace', path: 'title[value eq "x"]', value: 'x' }], 'invalidPath'],
    [[{ op: 'replace', path: 'emails[type eq', value: 'x' }], 'invalidFilter'],
    [[{ op: 'replace', path: 'emails[type eq "fax"].value', value: 'x@people.example' }], 'noTarget'],
    [[{ op: 'remove' }], 'noTarget'],
    [[{ op: 'remove', path: 'userName' }], 'mutability'],
    [[{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    [[{ op: 'add', path: 'groups', value: [{ value: 'x' }] }], 'mutability'],
    [[{ op: 'replace', path: 'meta.version', value: 'x' }], 'mutability'],
    [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [[{ op: 'replace', path: 'title', value: { a: 1 } }], 'invalidValue'],
    [[{ op: 'replace', path: 'title' }], 'invalidValue'],
    [[{ op: 'move', path: 'title', value: 'x' }], 'invalidSyntax'],
    [[], 'invalidSyntax'],
  ])('The operations %j are refused, and nothing of them is kept', async (operations, scimType) => {
    const person = await desk.person(`refused-${randomUUID()}@people.example`)
    const mixed = operations.length === 0 ? [] : [{ op: 'add', path: 'title', value: 'Half' }, ...operations]
    expect(await problemOf(desk.patch(`/Users/${person.id}`, mixed))).toEqual([400, scimType])
    expect((await desk.scim('GET', `/Users/${person.id}`)).json()).toEqual(person)
  })

  test('Operations that contradict one another are applied in their order', async () => {
    const after = await patched('contrary@people.example', {}, [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'title', value: 'First' },
      { op: 'remove', path: 'title' },
      { op: 'replace', path: 'active', value: true },
      { op: 'add', path: 'title', value: 'Last' },
    ])
    expect(after).toMatchObject({ active: true, title: 'Last' })
  })
})

describe('RFC 7644, sections 3.6 and 3.14: deleting, and versions', () => {
  test('Somebody who was deleted is gone, and may come again as another', async () => {
    const { id } = await desk.person('gone@people.example')
    expect((await desk.scim('DELETE', `/Users/${id}`)).statusCode).toBe(204)
    for (const method of ['GET', 'DELETE'] as const)
      expect(await problemOf(desk.scim(method, `/Users/${id}`))).toEqual([404, undefined])
    expect(await problemOf(desk.patch(`/Users/${id}`, [{ op: 'remove', path: 'title' }]))).toEqual([
      404,
      undefined,
    ])
    expect((await desk.person('gone@people.example')).id).not.toBe(id)
  })

  test('A version that is no longer the present one changes nothing', async () => {
    const { id } = await desk.person('version@people.example')
    const rename = (title: string, tag: string) =>
      desk.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: title }], { 'if-match': tag })
    expect((await rename('One', 'W/"1"')).headers['etag']).toBe('W/"2"')
    expect(await problemOf(rename('Two', 'W/"1"'))).toEqual([412, undefined])
    expect((await rename('Two', '*')).statusCode).toBe(200)
    expect(await problemOf(desk.scim('DELETE', `/Users/${id}`, undefined, { 'if-match': '"2"' }))).toEqual([
      412,
      undefined,
    ])
    const same = await desk.scim('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"3"' })
    expect([same.statusCode, same.body]).toEqual([304, ''])
  })

  test('A change that changes nothing makes no new version', async () => {
    const { id } = await desk.person('same@people.example', { title: 'Same' })
    const answer = await desk.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Same' }])
    expect(answer.json<ScimResource>().meta.version).toBe('W/"1"')
  })
})

describe('RFC 7644, section 4: what the service can do', () => {
  test('The service describes itself, its resources and their attributes', async () => {
    const config = (await desk.scim('GET', '/ServiceProviderConfig')).json<Record<string, unknown>>()
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 500 },
      sort: { supported: true },
      etag: { supported: true },
    })
    const types = await desk.list('/ResourceTypes')
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group'])
    expect((await desk.scim('GET', '/ResourceTypes/User')).json()).toMatchObject({
      endpoint: '/Users',
      schemaExtensions: [{ schema: enterpriseUrn, required: false }],
    })
    const schemas = await desk.list('/Schemas')
    expect(schemas.Resources.map(({ id }) => id)).toEqual([userUrn, enterpriseUrn, groupUrn])
    const user = (await desk.scim('GET', `/Schemas/${userUrn}`)).json<{ attributes: { name: string }[] }>()
    const listed = user.attributes.map(({ name }) => name)
    expect(listed).toContain('userName')
    expect(listed).not.toContain('password')
    expect(await problemOf(desk.scim('GET', '/Schemas/unknown'))).toEqual([404, undefined])
  })
})
