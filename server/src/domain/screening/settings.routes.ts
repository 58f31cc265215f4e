import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  nullable,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
  namedObject,
  recordId,
} from '../../platform/http/index.ts'
import { ListRecord, listLists, listVersions, VersionRecord } from './lists.queries.ts'
import { putSettings } from './put-settings.ts'
import { screeningSettings, type ScreeningSettings } from './settings.ts'

const tags = ['Screening']

const share = (description: string) => Type.Number({ minimum: 0.6, maximum: 1, description })
const settings = {
  threshold: share('From which score on a person must look.'),
  maxListAgeDays: Type.Integer({
    minimum: 1,
    maximum: 366,
    description: 'A check whose lists are older stays unanswered.',
  }),
  leftOutLists: Type.Array(recordId, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Lists that do not count for this account.',
  }),
  screensContacts: Type.Boolean({ description: 'Whether contacts are screened too.' }),
  secondPersonFrom: nullable(
    share('From which score on clearing a hit takes two people; null: never. A true match always does.'),
  ),
  clearanceMonths: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'How long a cleared hit stays cleared; null: until something changes.',
    }),
  ),
  readersSeeHits: Type.Boolean({ description: 'Whether people who only read see hits.' }),
}
const Settings = namedObject('ScreeningSettings', settings)

const getSchema = {
  operationId: 'getScreeningSettings',
  tags,
  summary: 'How the account screens',
  description:
    'Tells from which score a match becomes a hit, which lists are left out and when a second person must decide.',
  response: { 200: Settings },
} as const
const patchSchema = {
  operationId: 'changeScreeningSettings',
  tags,
  summary: 'Change how the account screens',
  description: 'What decides who is compared with what screens the whole portfolio again.',
  body: Type.Partial(Settings, { minProperties: 1 }),
  response: { 200: Settings },
} as const
const listsSchema = {
  operationId: 'listScreeningLists',
  tags,
  summary: 'The lists there are, what they are lists of, and how old they are',
  description:
    'A list that is too old to be relied on shows in its age. Own lists belong to this account alone.',
  response: { 200: Type.Object({ content: Type.Array(ListRecord) }) },
} as const
const versionsSchema = {
  operationId: 'listScreeningListVersions',
  tags,
  summary: 'Every import of a list, the last hundred, newest first',
  description: 'Shows what each import added, changed and removed, and why one was refused.',
  params: Type.Object({ listId: pathId }),
  response: { 200: Type.Object({ content: Type.Array(VersionRecord) }) },
} as const

const reads = { right: 'read' } as const
const tag = ({ version }: ScreeningSettings) => ({ etag: etag(version) })

/** What an account chooses, and the lists it chooses from. */
export const screeningSettingsRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/screening/settings', { config: reads, schema: getSchema }, async ({ scope }, reply) => {
      const chosen = await db.read(scope, (tx) => screeningSettings(tx, scope))
      reply.headers(tag(chosen))
      return view(chosen)
    })
    app.patch(
      '/screening/settings',
      { config: { right: 'administer' }, schema: patchSchema },
      async (request, reply) =>
        write(db, request, reply, {
          work: (tx) => putSettings(tx, request.scope, request.body, versionCheck(request)),
          headers: tag,
        }),
    )
    app.get('/screening/lists', { config: reads, schema: listsSchema }, async ({ scope }) => ({
      content: await db.read(scope, async (tx) => listLists(tx, await screeningSettings(tx, scope))),
    }))
    app.get(
      '/screening/lists/:listId/versions',
      { config: reads, schema: versionsSchema },
      async ({ scope, params }) => ({
        content: await db.read(scope, (tx) => listVersions(tx, params.listId)),
      }),
    )
  }

function view({ leftOutLists, version: _version, ...chosen }: ScreeningSettings) {
  return { ...chosen, leftOutLists: [...leftOutLists] }
}
