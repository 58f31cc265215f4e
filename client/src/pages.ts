export interface Page<Row> {
  content: Row[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  totalIsExact: boolean
  next: string | null
}

/** Where a page begins; spread it into the query of the list. */
export interface PagePosition {
  cursor?: string
  page?: number
}

/**
 * Every page of a list, one after the other:
 * `for await (const page of pages((at) => vigie.account(42).get('/thirdparties', { query: { ...at } }))) …`
 */
export async function* pages<Row>(
  list: (at: PagePosition) => Promise<Page<Row>>,
): AsyncGenerator<Page<Row>, void, undefined> {
  let at: PagePosition = {}
  for (;;) {
    const page = await list(at)
    yield page
    if (page.next !== null) at = { cursor: page.next }
    // Short lists know page numbers only. After a cursor, its absence is the end.
    else if (at.cursor === undefined && page.page + 1 < page.totalPages) at = { page: page.page + 1 }
    else return
  }
}
