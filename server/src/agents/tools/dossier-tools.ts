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
import { themeCodes } from '../../platform/kernel/index.ts'

type Dossier = Record<string, unknown>

const states = ['ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID'] as const
const companyId = maybe(idInput('company (thirdpartyId)'))

const list = defineTool({
  name: 'list_dossiers',
  title: 'List dossiers',
  description: 'Evaluation dossiers, of one company or of all, by status, type, due date or end.',
  input: {
    companyId,
    status: maybe(Type.Enum(['ABSENT', ...states])),
    typeCode: maybe(codeInput('Such as ONBOARDING; see the resource vigie://catalogue/dossier-types.')),
    dueBefore: maybe(dayInput('Due before this day.')),
    expiresBefore: maybe(dayInput('Ends before this day.')),
    mine: maybe(Type.Boolean({ description: 'Only those the person answers for.' })),
    ...paging,
  },
  run: (ask, input) =>
    readPage(ask, {
      path: '/dossiers',
      query: {
        thirdpartyId: input.companyId,
        statusCode: input.status,
        dossierTypeCode: input.typeCode,
        dueBefore: input.dueBefore,
        expiresBefore: input.expiresBefore,
        ...(input.mine === true && { owner: 'me' }),
      },
      limit: input.limit,
      cursor: input.cursor,
      compact: shortDossier,
    }),
})

function shortDossier(dossier: Dossier): object {
  return {
    ...pick(dossier, 'dossierId', 'thirdpartyId', 'thirdpartyName', 'type', 'reference', 'statusCode'),
    ...pick(
      dossier,
      'statusReason',
      'statusSince',
      'approvalState',
      'dueDate',
      'expirationDate',
      'completion',
    ),
    ...(dossier['archived'] === true && { archived: true }),
  }
}

const get = defineTool({
  name: 'get_dossier',
  title: 'Read a dossier',
  description:
    'One dossier: status and why, what it asks for, what is still missing, attributes and indicators.',
  input: { dossierId: idInput('dossier') },
  run: async (ask, { dossierId }) => {
    const [dossier, documents] = await Promise.all([
      ask.get<Dossier>(`/dossiers/${dossierId}`),
      ask.get<{ content: Dossier[] }>(`/dossiers/${dossierId}/documents`),
    ])
    return { data: { ...dossier, documents: documents.content.map(shortDocument) } }
  },
})

const listPieces = defineTool({
  name: 'list_documents',
  title: 'List documents',
  description:
    'Documents that were asked for, of one company or of all, by status, theme, type or due date; whether they were supplied and until when they hold.',
  input: {
    companyId,
    status: maybe(Type.Enum(['MISSING', ...states])),
    theme: maybe(Type.Enum([...themeCodes])),
    documentCode: maybe(codeInput('See the resource vigie://catalogue/document-types.')),
    dueBefore: maybe(dayInput('Due before this day.')),
    ...paging,
  },
  run: (ask, { companyId: thirdpartyId, status: statusCode, limit, cursor, ...filters }) =>
    readPage(ask, {
      path: '/documents',
      query: { ...filters, thirdpartyId, statusCode },
      limit,
      cursor,
      compact: shortDocument,
    }),
})

function shortDocument(document: Dossier): object {
  const { evidences } = document as { evidences?: readonly unknown[] }
  return {
    ...pick(
      document,
      'documentId',
      'dossierId',
      'thirdpartyId',
      'thirdpartyName',
      'documentCode',
      'documentName',
    ),
    ...pick(
      document,
      'statusCode',
      'statusReason',
      'statusSince',
      'dueDate',
      'expirationDate',
      'required',
      'theme',
    ),
    evidences: evidences?.length ?? 0,
  }
}

const getPiece = defineTool({
  name: 'get_document',
  title: 'Read a document',
  description:
    'One document that was asked for: its status and why, the answers with their evidences, form answers and results of checks. Files themselves are not opened.',
  input: { dossierId: idInput('dossier'), documentId: idInput('document') },
  run: async (ask, { dossierId, documentId }) => {
    const path = `/dossiers/${dossierId}/documents/${documentId}`
    const [document, responses] = await Promise.all([
      ask.get<Dossier>(path),
      ask.get<{ content: Dossier[] }>(`${path}/responses`),
    ])
    const { evidences: _evidences, ...asked } = document
    return { data: { ...asked, responses: responses.content } }
  },
})

export const dossierTools: readonly AgentTool[] = [list, get, listPieces, getPiece]
