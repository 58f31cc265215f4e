import type { operations, paths } from '../../../client/src/schema.gen.ts'

type Json<T> = T extends { content: { 'application/json': infer Content } } ? Content : undefined
type Success<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 | 204 ? Json<Responses[Status]> : never
}[keyof Responses]

type AnswerOf<Op> = Op extends { responses: infer Responses } ? Success<Responses> : never
type BodyOf<Op> = Op extends { requestBody?: infer Given } ? Json<NonNullable<Given>> : undefined
type QueryOf<Op> = Op extends { parameters: { query?: infer Asked } } ? Asked : undefined

type OperationId = keyof operations

/** What an operation of the API answers, by its name in the OpenAPI file; `Body` and `Query` likewise. */
export type Answer<Id extends OperationId> = AnswerOf<operations[Id]>
export type Body<Id extends OperationId> = BodyOf<operations[Id]>
export type Query<Id extends OperationId> = NonNullable<QueryOf<operations[Id]>>

/** A row of a page, or of a bare list. */
export type Row<Id extends OperationId> = Answer<Id> extends { content: (infer One)[] } ? One : never

type Prefix = '/api/v1/account/{accountId}'
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type WithMethod<M extends Method> = {
  [Path in keyof paths]: NonNullable<paths[Path][M]> extends { responses: unknown } ? Path : never
}[keyof paths]

/** Paths of an account, without their common beginning. */
export type AccountPath<M extends Method> =
  WithMethod<M> extends infer Path ? (Path extends `${Prefix}${infer Rest}` ? Rest : never) : never

type Operation<M extends Method, Path extends string> = `${Prefix}${Path}` extends keyof paths
  ? NonNullable<paths[`${Prefix}${Path}`][M]>
  : never

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

export type Params<Path extends string> = Readonly<
  Record<'accountId', number> & Record<Names<Path>, string | number>
>
export type AnswerAt<M extends Method, Path extends string> = AnswerOf<Operation<M, Path>>
export type BodyAt<M extends Method, Path extends string> = BodyOf<Operation<M, Path>>
export type QueryAt<M extends Method, Path extends string> = QueryOf<Operation<M, Path>>
