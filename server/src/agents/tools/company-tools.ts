import { Type } from 'typebox'
import {
  codeInput,
  dayInput,
  defineTool,
  idInput,
  maybe,
  paging,
  pick,
  readPage,
  type AgentTool,
} from '../agent-tool.ts'
import type { Ask } from '../ask.ts'

type Company = Record<string, unknown>

const dossierStatus = Type.Enum([
  'ABSENT',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
])
const companyId = idInput('company (thirdpartyId)')

const find = defineTool({
  name: 'find_companies',
  title: 'Find companies',
  description:
    'Companies of the portfolio, by words of their name or an identifier, and by how they stand. Answers with a short record of each.',
  input: {
    query: maybe(
      Type.String({ minLength: 1, maxLength: 200, description: 'Words of the name, or an identifier.' }),
    ),
    status: maybe(Type.Enum(['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF'])),
    country: maybe(Type.String({ pattern: '^[A-Z]{2}$', description: 'Two letters, such as FR.' })),
    criticality: maybe(Type.String({ minLength: 1, maxLength: 100, description: 'Such as High.' })),
    dossierStatus: maybe(dossierStatus),
    expiresBefore: maybe(dayInput('Something of it ends before this day.')),
    mine: maybe(Type.Boolean({ description: 'Only those the person answers for.' })),
    ...paging,
  },
  run: (ask, { query, country, mine, limit, cursor, ...filters }) =>
    readPage(ask, {
      path: '/thirdparties',
      query: { ...filters, q: query, countryCode: country, ...(mine === true && { owner: 'me' }) },
      limit,
      cursor,
      compact: shortCompany,
    }),
})

function shortCompany(company: Company): object {
  const { relationship } = company as { relationship?: { state?: string } }
  return {
    ...pick(company, 'thirdpartyId', 'code', 'name', 'tradeName', 'legalIdentifier', 'countryCode', 'status'),
    ...pick(company, 'summary', 'matchedEvents'),
    ...(relationship?.state !== 'NONE' && { relationship: relationship?.state }),
    ...(company['archived'] === true && { archived: true }),
  }
}

const get = defineTool({
  name: 'get_company',
  title: 'Read a company',
  description: 'Identity, attributes, indicators, owner and standing of one company.',
  input: { companyId },
  run: async (ask, input) => {
    const path = `/thirdparties/${input.companyId}`
    const [company, attributes, indicators, owner] = await Promise.all([
      ask.get<Company>(path),
      ask.get<{ content: Company[] }>(`${path}/attributes`),
      ask.get<{ content: Company[] }>(`${path}/indicators`),
      ask.get<Company>(`${path}/owner`),
    ])
    const { provenance: _provenance, ...identity } = company
    return {
      data: {
        ...identity,
        owner,
        attributes: attributes.content
          .filter(({ value }) => value !== null)
          .map((one) => pick(one, 'code', 'label', 'value')),
        indicators: indicators.content.map((one) => pick(one, 'code', 'label', 'value', 'rating', 'state')),
      },
    }
  },
})

const indicator = defineTool({
  name: 'explain_indicator',
  title: 'Explain an indicator',
  description:
    'Why an indicator of a company stands where it stands: its factors with weight, value and source, what would improve it, and how it moved. Without a code: all indicators.',
  input: { companyId, code: maybe(codeInput('Such as FINANCIAL_RISK; get_company names them.')) },
  run: async (ask, input) => {
    const path = `/thirdparties/${input.companyId}/indicators`
    const { content: all } = await ask.get<{ content: Company[] }>(path)
    const { code } = input
    if (code === undefined) return { data: { indicators: all } }
    const history = await ask.get<{ points: readonly object[] }>(`${path}/${code}/history`)
    return { data: { indicators: all.filter((one) => one['code'] === code), history: history.points } }
  },
})

const comments = defineTool({
  name: 'list_comments',
  title: 'Read comments',
  description: 'What people of the account wrote to one another about a company, a dossier or a document.',
  input: {
    companyId: maybe(companyId),
    dossierId: maybe(idInput('dossier')),
    documentId: maybe(idInput('document; give its dossierId too')),
    ...paging,
  },
  run: (ask, { limit, cursor, ...subject }) =>
    readPage(ask, {
      path: `${subjectPath(subject)}/comments`,
      query: {},
      limit,
      cursor,
      compact: (comment) => pick(comment, 'commentId', 'text', 'author', 'createdAt', 'editedAt'),
    }),
})

const events = defineTool({
  name: 'list_events',
  title: 'Read the journal',
  description:
    'What happened to a company, a dossier or a document, newest first: who did it, when, and the details.',
  input: {
    companyId: maybe(companyId),
    dossierId: maybe(idInput('dossier')),
    documentId: maybe(idInput('document; give its dossierId too')),
    names: maybe(
      Type.Array(codeInput('Such as DOSSIER_UPDATED; see the resource vigie://guides/events/1.'), {
        maxItems: 20,
      }),
    ),
    ...paging,
  },
  run: (ask, { names, limit, cursor, ...subject }) =>
    readPage(ask, {
      path: `${subjectPath(subject)}/events`,
      query: { names: names?.join(',') },
      limit,
      cursor,
      compact: (event) => pick(event, 'eventName', 'occurredAt', 'actor', 'dossierId', 'documentId', 'data'),
    }),
})

export interface Subject {
  readonly companyId?: number
  readonly dossierId?: number
  readonly documentId?: number
}

/** The narrowest that is named. Without any, the list would be nobody's. */
export function subjectPath({ companyId: company, dossierId, documentId }: Subject): string {
  if (dossierId !== undefined)
    return `/dossiers/${dossierId}${documentId === undefined ? '' : `/documents/${documentId}`}`
  if (company === undefined || documentId !== undefined) throw new SubjectMissing()
  return `/thirdparties/${company}`
}

/** Not said about what; the sentence is for the agent. */
export class SubjectMissing extends Error {
  constructor() {
    super('Give companyId, or dossierId, or dossierId and documentId together.')
  }
}

export const subjectName = async (ask: Ask, subject: Subject): Promise<string | null> => {
  const company =
    subject.companyId ?? (await ask.get<Company>(`/dossiers/${subject.dossierId}`))['thirdpartyId']
  const { name } = await ask.get<{ name: string | null }>(`/thirdparties/${String(company)}`)
  return name
}

export const companyTools: readonly AgentTool[] = [find, get, indicator, comments, events]
