import { describe, expect, test } from 'vitest'
import { eventFault } from '../../../../test/harness/event-truth.ts'
import { eventTypes, type EventName } from '../event-names.ts'
import { eventExamples } from '../event-catalogue.ts'
import type { JournalEntry } from '../record.ts'
import { eventSchemas } from './event-schemas.ts'

/** As versions before this one have told them; journals still hold them. */
const older: [EventName, object][] = [
  ['DOSSIER_ADDED', { dossierTypeCode: 'ONBOARDING', origin: 'RULE', ruleId: 7, renews: null }],
  ['DOCUMENT_ADDED', { documentCode: 'KBIS' }],
  ['DOSSIER_STATUS_UPDATED', { before: null, after: 'ABSENT' }],
  ['DOCUMENT_ANSWER_ADDED', { responseId: 1, evidences: [{ kind: 'FORM', dataSha256: 'ab' }] }],
  ['DOCUMENT_ANSWER_ADDED', { responseId: 1, state: 'ACCEPTED', superseded: [], evidences: [] }],
  [
    'DOCUMENT_ANSWER_ADDED',
    { responseId: 2, reusedFrom: 1, effectiveDate: null, expirationDate: null, evidences: [] },
  ],
  ['DOCUMENT_ANSWER_ACCEPTED', { responseId: 1 }],
  ['DOCUMENT_DOCCHECK_STATUS_UPDATE', { responseId: 1, evidenceId: 2, before: 'PENDING', after: 'VERIFIED' }],
  ['THIRD_PARTY_UPDATED', { contact: { contactId: 1, change: 'ADDED' } }],
  ['THIRD_PARTY_UPDATED', { before: { name: 'A' }, after: { name: 'B' } }],
  ['DOSSIER_UPDATED', { before: { reference: null }, after: { reference: 'R' } }],
  ['DOSSIER_UPDATED', {}],
  ['THIRD_PARTY_INFORMATION_UPDATED', { groups: [], before: {}, after: {}, provider: 'insee' }],
  [
    'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
    { reason: 'DETACHED', before: { source: 'MANAGED' }, after: { source: 'UNMANAGED' } },
  ],
]

describe('The schemas of events', () => {
  test('Every name has one', () => {
    expect(Object.keys(eventSchemas)).toEqual(eventTypes.map(({ name }) => name))
  })

  test.each(older)('An older %s still fits', (eventName, data) => {
    expect(eventFault({ eventName, data })).toBeNull()
  })

  test('Every example says what the schema of its event says', () => {
    const examples = Object.entries(eventExamples).flatMap(([eventName, all]) =>
      all.map((data: object) => ({ eventName, data })),
    )
    expect(new Set(examples.map(({ eventName }) => eventName)).size).toBe(100)
    expect(examples.map(eventFault).filter((fault) => fault !== null)).toEqual([])
  })

  test('Every member is described', () => {
    const silent = Object.entries(eventSchemas).flatMap(([name, schema]) => undescribed(schema, name))
    expect([...new Set(silent)]).toEqual([])
  })

  test('An agent may have acted in any event', () => {
    const refusing = eventTypes.filter(({ name }) => !JSON.stringify(eventSchemas[name]).includes('"agent"'))
    expect(refusing).toEqual([])
    expect(eventFault({ eventName: 'DOSSIER_UPDATED', data: { agent: 'Some assistant' } })).toBeNull()
  })

  test.each([
    ['THIRD_PARTY_ARCHIVED', { before: { archived: false }, after: { archived: true, by: 1 } }],
    ['DOSSIER_UPDATED', { kind: 'SOMETHING_ELSE' }],
    ['DOCUMENT_ANSWER_EXPIRED', { responseId: 1 }],
  ])('What the schema of %s does not say is found', (eventName, data) => {
    expect(eventFault({ eventName, data })).toContain(eventName)
  })

  test('The compiler refuses what a schema does not say', () => {
    const place = { thirdpartyId: 1, dossierId: 2 }
    const data = { before: { archived: true }, after: { archived: false } }
    const entry: JournalEntry<'DOSSIER_REACTIVATED', typeof data> = {
      name: 'DOSSIER_REACTIVATED',
      ...place,
      data,
    }
    const more = { ...data, extra: 1 }
    // @ts-expect-error A member that is not described.
    const other: JournalEntry<'DOSSIER_REACTIVATED', typeof more> = { ...entry, data: more }
    expect(other.name).toBe(entry.name)
  })
})

interface Described {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly title?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/** `before` and `after` say it themselves. */
function undescribed(schema: Described, path: string): string[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const isSaid = part.description !== undefined || name === 'before' || name === 'after'
    return [...(isSaid ? [] : [`${path}.${name}`]), ...undescribed(part, `${path}.${name}`)]
  })
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...members, ...inner.flatMap((part) => undescribed(part, path))]
}
