export interface Page<Row> {
  content: Row[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  totalIsExact: boolean
  next: string | null
}

/** A list in any of its kinds: with pages and totals, with a cursor alone, whole, or bare. */
export type Listing<Row> =
  | readonly Row[]
  | {
      readonly content: readonly Row[]
      readonly next?: string | null
      readonly page?: number
      readonly totalPages?: number
    }

/** Where a page begins; spread it into the query of the list. */
export interface PagePosition {
  cursor?: string
  page?: number
}

/**
 * Every page of a list, one after the other. For lists that are asked by POST; for others there is `account.pages`:
 * `for await (const page of pages((at) => account.post('/thirdparties/search', { query: { ...at }, body }))) …`
 */
export async function* pages<Answer extends Listing<unknown>>(
  list: (at: PagePosition) => Promise<Answer>,
): AsyncGenerator<Answer, void, undefined> {
  let at: PagePosition | null = {}
  while (at !== null) {
    const answer: Answer = await list(at)
    yield answer
    at = following(answer, at)
  }
}

/** The same, row by row. */
export async function* items<Row>(
  list: (at: PagePosition) => Promise<Listing<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for await (const answer of pages(list)) yield* 'content' in answer ? answer.content : answer
}

function following(answer: Listing<unknown>, at: PagePosition): PagePosition | null {
  if (!('content' in answer)) return null
  const { next = null, page = 0, totalPages = 0 } = answer
  if (next !== null) return { cursor: next }
  // Short lists know page numbers only. After a cursor, its absence is the end.
  return at.cursor === undefined && page + 1 < totalPages ? { page: page + 1 } : null
}
