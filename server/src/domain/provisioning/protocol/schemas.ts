// A list: the attributes of people and groups, under the names of RFC 7643.

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'reference' | 'complex' | 'dateTime'
  readonly description: string
  readonly multiValued?: true
  readonly required?: true
  readonly caseExact?: true
  readonly readOnly?: true
  readonly unique?: true
  /** Taken without complaint and not kept: the product has no use for it, and it is about a person. */
  readonly dropped?: true
  readonly maxLength?: number
  readonly parts?: readonly Attribute[]
}

export interface ScimSchema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

export interface ResourceKind {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly description: string
  readonly schema: ScimSchema
  readonly extension: ScimSchema | null
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
})

const several = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'complex',
  multiValued: true,
  description,
  parts: [
    text('value', 'The value itself.'),
    text('display', 'A name for people.'),
    text('type', 'What it is for, such as work.'),
    { name: 'primary', type: 'boolean', description: 'The preferred one; at most one is.' },
  ],
  ...more,
})

const place = [
  text('formatted', 'All of it.'),
  ...['streetAddress', 'locality', 'region', 'postalCode', 'country', 'type'].map((name) => text(name, name)),
  { name: 'primary', type: 'boolean', description: 'The preferred one.' } as const,
]

/** Of every resource, in no schema of its own. */
export const commonAttributes: readonly Attribute[] = [
  text('id', 'Given by this service.', { readOnly: true, caseExact: true, unique: true }),
  text('externalId', 'What the directory itself calls it.', { caseExact: true, maxLength: 256 }),
  {
    name: 'meta',
    type: 'complex',
    readOnly: true,
    description: 'When it was made and changed.',
    parts: [
      text('resourceType', 'User or Group.', { readOnly: true }),
      { name: 'created', type: 'dateTime', readOnly: true, description: 'When it was made.' },
      { name: 'lastModified', type: 'dateTime', readOnly: true, description: 'When it last changed.' },
      { name: 'location', type: 'reference', readOnly: true, description: 'Its address.' },
      text('version', 'Its ETag.', { readOnly: true }),
    ],
  },
]

export const userSchema: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'Somebody who works with the account',
  attributes: [
    text('userName', 'How the directory names them; often their address.', {
      required: true,
      unique: true,
      maxLength: 256,
    }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of their name.',
      parts: [
        text('formatted', 'The whole name.'),
        text('familyName', 'Family name.'),
        text('givenName', 'Given name.'),
        text('middleName', 'Middle names.'),
        text('honorificPrefix', 'Title before the name.'),
        text('honorificSuffix', 'Suffix after the name.'),
      ],
    },
    text('displayName', 'How they are shown to others.'),
    text('nickName', 'How they are called.'),
    text('title', 'Their function.'),
    text('userType', 'Their relation to the organisation.'),
    text('preferredLanguage', 'The language they are written to in; French or English.'),
    text('locale', 'Their region.'),
    text('timezone', 'Their time zone.'),
    { name: 'active', type: 'boolean', description: 'Whether they may enter the account.' },
    several('emails', 'Their addresses; the primary one, else that for work, else the first is written to.'),
    several('groups', 'The groups they are in; changed in the groups.', { readOnly: true }),
    text('password', 'Never kept: people sign in at their own organisation.', { dropped: true }),
    { name: 'profileUrl', type: 'reference', description: 'Not kept.', dropped: true },
    several('addresses', 'Not kept.', { dropped: true, parts: place }),
    ...['phoneNumbers', 'ims', 'photos', 'entitlements', 'roles', 'x509Certificates'].map((name) =>
      several(name, 'Not kept.', { dropped: true }),
    ),
  ],
}

export const enterpriseSchema: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Their place in the organisation',
  attributes: [
    text('employeeNumber', 'Their number in the organisation.'),
    text('costCenter', 'Cost centre.'),
    text('organization', 'Organisation.'),
    text('division', 'Division.'),
    text('department', 'Department.'),
    {
      name: 'manager',
      type: 'complex',
      description: 'To whom they report.',
      parts: [
        text('value', 'The id of that person.', { caseExact: true }),
        { name: '$ref', type: 'reference', description: 'The address of that person.' },
        text('displayName', 'Their name.', { readOnly: true }),
      ],
    },
  ],
}

export const groupSchema: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'People of the directory who are given the same',
  attributes: [
    text('displayName', 'Its name.', { required: true, unique: true, maxLength: 256 }),
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'Who is in it: people, not other groups.',
      parts: [
        text('value', 'The id of a person.', { caseExact: true }),
        { name: '$ref', type: 'reference', description: 'The address of that person.' },
        text('type', 'User.'),
        text('display', 'Their name.', { readOnly: true }),
      ],
    },
  ],
}

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  description: 'People of the account',
  schema: userSchema,
  extension: enterpriseSchema,
}

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of the directory',
  schema: groupSchema,
  extension: null,
}
