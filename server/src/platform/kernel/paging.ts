export const defaultPageSize = 50
export const maxPageSize = 500

/** What a client asked for: a numbered page, or the continuation of a keyset walk. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly cursor: string | null
}

/** The envelope of every list on the wire. */
export interface Page<Row> {
  readonly content: Row[]
  readonly page: number
  readonly size: number
  readonly totalElements: number
  readonly totalPages: number
  readonly totalIsExact: boolean
  readonly next: string | null
}

export function pageOf<Row>(
  request: PageRequest,
  rows: { content: Row[]; total: number; totalIsExact: boolean; next: string | null },
): Page<Row> {
  return {
    content: rows.content,
    page: request.page,
    size: request.size,
    totalElements: rows.total,
    totalPages: Math.ceil(rows.total / request.size),
    totalIsExact: rows.totalIsExact,
    next: rows.next,
  }
}
