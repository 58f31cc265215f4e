import type { Seeded } from '../hostile/seeded.ts'
import type { Description } from './description.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  examples?: unknown[]
}

// Texts of the kinds the product reads; whichever a schema's pattern takes is of use there.
const texts = [
  'a',
  'Atelier du Nord',
  'Révision',
  'SCREENING',
  'CREDITDATA',
  'FINANCE',
  'FR',
  'DE',
  'me',
  '12',
  '2026-03-31',
  '2026-03-31T08:15:30',
  '2026-03-31T08:15:30.000',
  '62.01Z',
  '123456',
  '/a/0',
  '',
  'someCode',
  'Site',
  'attribute.SITE',
  'attribute.SITE,desc',
  'application/pdf',
  'someone@people.example',
  'https://receiver.example/hook',
  'THIRD_PARTY_ADDED,DOSSIER_ADDED',
  '0000a000-0000-4000-8000-00000000000a',
]

/** Makes values that a schema of the description allows; of a text it knows no more than its pattern and length. */
export class Generator {
  readonly #description: Description
  readonly #random: Seeded

  constructor(description: Description, random: Seeded) {
    this.#description = description
    this.#random = random
  }

  /** `known` is a value of this place that is right, if one is known: numbers and texts are often taken from it. */
  value(given: Schema, known?: unknown, depth = 0): unknown {
    const schema = this.#description.resolve(given)
    if (known !== undefined && typeof known !== 'object' && this.#random.next() < 0.7) return known
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.#random.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return this.value(this.#random.pick(choices), known, depth)
    const type = Array.isArray(schema.type) ? this.#random.pick(schema.type) : schema.type
    switch (type) {
      case 'object':
        return this.#object(schema, known, depth)
      case 'array':
        return this.#array(schema, known, depth)
      case 'integer':
      case 'number':
        return this.#number(schema, type === 'integer')
      case 'boolean':
        return this.#random.next() < 0.5
      case 'null':
        return null
      default:
        return this.#text(schema)
    }
  }

  #object(schema: Schema, known: unknown, depth: number): object {
    const right = typeof known === 'object' && known !== null ? (known as Record<string, unknown>) : {}
    const chance = depth > 3 ? 0.1 : 0.35
    const members = Object.entries(schema.properties ?? {}).filter(
      ([name]) => name in right || schema.required?.includes(name) || this.#random.next() < chance,
    )
    return Object.fromEntries(members.map(([name, part]) => [name, this.value(part, right[name], depth + 1)]))
  }

  #array(schema: Schema, known: unknown, depth: number): unknown[] {
    const right = Array.isArray(known) ? (known as unknown[]) : []
    const length = Math.max(schema.minItems ?? 0, right.length, this.#random.below(depth > 2 ? 2 : 3))
    return Array.from({ length }, (_, at) => this.value(schema.items ?? {}, right[at], depth + 1))
  }

  #number({ minimum = 0, maximum = 1_000 }: Schema, whole: boolean): number {
    const drawn = minimum + this.#random.next() * Math.min(maximum - minimum, 1_000)
    return whole ? Math.floor(drawn) : drawn
  }

  #text({ pattern, minLength = 0, maxLength = 200, examples }: Schema): string {
    const fits = (text: string) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(text))
    const fitting = [...((examples ?? []) as string[]), ...texts].filter((text) => fits(text))
    return fitting.length > 0 ? this.#random.pick(fitting) : 'x'.repeat(Math.max(1, minLength))
  }
}
