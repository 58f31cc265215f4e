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
 * `for await (const page of pages((at) => vigie.GET(path, { params: { …, query: { ...at } } }))) …`
 */
export async function* pages<Row>(
  list: (at: PagePosition) => Promise<{ data?: Page<Row> }>,
): AsyncGenerator<Page<Row>, void, undefined> {
  let at: PagePosition = {}
  for (;;) {
    const { data } = await list(at)
    if (!data) return
    yield data
    if (data.next !== null) at = { cursor: data.next }
    // Short lists know page numbers only. After a cursor, its absence is the end.
    else if (at.cursor === undefined && data.page + 1 < data.totalPages) at = { page: data.page + 1 }
    else return
  }
}
