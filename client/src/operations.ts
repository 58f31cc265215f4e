import type { ByteStream, FormStream } from './body.ts'
import type { operations, paths } from './schema.gen.ts'

/** A list of types: what an operation of the API takes and answers, read from its OpenAPI description. */

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : undefined
/** JSON as it is described, a table or calendar as text, and anything else as a file. */
type ContentOf<T> = T extends { content: infer Content }
  ? Content extends { 'application/json': infer Given }
    ? Given
    : keyof Content extends `text/${string}`
      ? string
      : Blob
  : undefined
type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 | 204 ? ContentOf<Responses[Status]> : never
}[keyof Responses]

export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? Success<Responses>
  : never
type RequestBodyOf<Operation> = Operation extends { requestBody?: infer Given } ? NonNullable<Given> : never
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Given } } ? Given : never
type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Path : never

type OperationId = keyof operations

/** What an operation answers, by its name in the OpenAPI description; `Body`, `Query` and `Row` likewise. */
export type Answer<Id extends OperationId> = AnswerOf<operations[Id]>
export type Body<Id extends OperationId> = Json<RequestBodyOf<operations[Id]>>
export type Query<Id extends OperationId> = NonNullable<QueryOf<operations[Id]>>
/** A row of a page, or of a bare list. */
export type Row<Id extends OperationId> = RowOf<Answer<Id>>
export type RowOf<Given> = Given extends { content: (infer One)[] }
  ? One
  : Given extends (infer One)[]
    ? One
    : never

/** JSON, a form with files, or a file as it is, whichever the operation takes. */
type BodyIn<Content> =
  | (Content extends { 'application/json': infer Given } ? Given : never)
  | ('multipart/form-data' extends keyof Content ? FormData | FormStream : never)
  | (Exclude<keyof Content, 'application/json' | 'multipart/form-data'> extends never
      ? never
      : Blob | ByteStream | string)

type PathPart<Path> = [Path] extends [never]
  ? { readonly path?: never }
  : {} extends Path
    ? { readonly path?: Path }
    : { readonly path: Path }
type QueryPart<Operation> = [NonNullable<QueryOf<Operation>>] extends [never]
  ? { readonly query?: never }
  : Operation extends { parameters: { query: unknown } }
    ? { readonly query: QueryOf<Operation> }
    : { readonly query?: NonNullable<QueryOf<Operation>> }
type BodyPart<Operation> = [RequestBodyOf<Operation>] extends [never]
  ? { readonly body?: never }
  : RequestBodyOf<Operation> extends { content: infer Content }
    ? Operation extends { requestBody: unknown }
      ? { readonly body: BodyIn<Content> }
      : { readonly body?: BodyIn<Content> }
    : { readonly body?: never }

/** What any call may carry. */
export interface CallOptions {
  /** Ends the call, also while it waits to repeat. */
  readonly signal?: AbortSignal
  /** The same key for each attempt of one wish: the service grants it once. */
  readonly idempotencyKey?: string
  /** The tag that came with what is changed: the change is refused when somebody else was faster. */
  readonly ifMatch?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** How long the answer may take to begin, instead of what the client was made with; 0 for no limit. */
  readonly timeoutMs?: number
  /** Is given the headers of the answer, e.g. its `etag`. */
  readonly onHeaders?: (headers: Headers) => void
  /** Sends this one call, e.g. to watch the progress of an upload; session and retries stay as they are. */
  readonly fetch?: (request: Request) => Promise<Response>
}

export type Call<Operation> = PathPart<PathOf<Operation>> &
  QueryPart<Operation> &
  BodyPart<Operation> &
  CallOptions

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Key in M]: { responses: unknown } } ? Path : never
}[keyof Paths]

export type OperationAt<Paths, M extends Method, Path extends keyof Paths> = Paths[Path] extends {
  [Key in M]: infer Operation
}
  ? Operation
  : never

type IsList<Given> = [Given] extends [readonly unknown[]]
  ? true
  : [Given] extends [{ content: readonly unknown[]; next?: string | null }]
    ? true
    : false

/** Paths that answer a list to be read to its end; the feeds, which have none, are followed by `feed`. */
export type ListPaths<Paths> = {
  [Path in PathsWith<Paths, 'get'>]: true extends IsList<AnswerOf<OperationAt<Paths, 'get', Path>>>
    ? Path
    : never
}[PathsWith<Paths, 'get'>]

type Prefix = '/api/v1/account/{accountId}'
type WithinAccount<Operation> = Operation extends { parameters: { path: infer Path } }
  ? Omit<Operation, 'parameters'> & {
      parameters: Omit<Operation['parameters'], 'path'> & { path: Omit<Path, 'accountId'> }
    }
  : Operation

/** The paths of one account, without their common beginning. */
export type AccountPaths = {
  [Path in keyof paths as Path extends `${Prefix}${infer Rest}` ? Rest : never]: {
    [M in Extract<keyof paths[Path], Method>]: WithinAccount<paths[Path][M]>
  }
}
