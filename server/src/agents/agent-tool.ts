import { Type, type Static, type TObject, type TProperties } from 'typebox'
import type { Right } from '../platform/kernel/index.ts'
import type { Ask, Query } from './ask.ts'
import { byteLength, maxDataBytes, pageSize } from './bounds.ts'

/** What a tool found; `next` is the cursor of the page behind. */
export interface Found {
  readonly data: object
  readonly next?: string | null
  readonly cut?: readonly string[]
}

export interface AgentTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** What writes is offered, and done, only where the account lets agents write. */
  readonly writes: boolean
  /** Any one of these is needed; who has none is not even offered the tool. */
  readonly rights: readonly Right[]
  run(ask: Ask, input: never): Promise<Found>
}

interface ToolParts<P extends TProperties> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: P
  readonly writes?: true
  readonly rights?: readonly Right[]
  readonly run: (ask: Ask, input: Static<TObject<P>>) => Promise<Found>
}

export function defineTool<P extends TProperties>(parts: ToolParts<P>): AgentTool {
  const { input, writes = false, rights = ['read'], run, ...words } = parts
  const closed = Type.Object(input, { additionalProperties: false })
  return { ...words, input: closed, writes, rights, run }
}

export const idInput = (what: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: `Number of the ${what}.` })
export const maybe = Type.Optional
export const dayInput = (description: string) =>
  Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: `${description} As YYYY-MM-DD.` })
export const codeInput = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`^[\w.-]+$`, description })

export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'How many at once: 20, at most 50.' })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 6_000, description: 'The "next" of the page before.' }),
  ),
}

interface Page {
  readonly content: readonly Record<string, unknown>[]
  readonly next: string | null
  readonly totalElements?: number
  readonly totalIsExact?: boolean
}

interface PageWanted {
  readonly path: string
  readonly query: Query
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly compact: (record: Record<string, unknown>) => object
}

/** A page as large as an answer may be: what does not fit is on the next one, not lost. */
export async function readPage(ask: Ask, wanted: PageWanted): Promise<Found> {
  const asked = pageSize(wanted.limit)
  const cut = [...asked.cut]
  for (let { size } = asked; ;) {
    const page = await ask.get<Page>(wanted.path, { ...wanted.query, size, cursor: wanted.cursor })
    const items = page.content.map(wanted.compact)
    const bytes = byteLength(items)
    if (bytes <= maxDataBytes - 500 || items.length <= 1) {
      const total = page.totalIsExact === true && { total: page.totalElements }
      return { data: { items, ...total }, next: page.next, cut }
    }
    size = Math.max(1, Math.floor((items.length * (maxDataBytes - 500) * 0.9) / bytes))
    cut.splice(asked.cut.length, 1, `Only ${size} fit into one answer. Go on with the cursor in "next".`)
  }
}

/** The named members, as far as they say something. */
export function pick(record: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = record[name]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}
