import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { codeInput, dayInput, defineTool, idInput, maybe, pick, type AgentTool } from '../agent-tool.ts'
import { subjectPath } from './company-tools.ts'

const key = maybe(
  Type.String({
    pattern: '^[!-~]{1,200}$',
    description:
      'Names this one act, so that a repetition does nothing twice. Without it, the same words about the same thing are written once a day.',
  }),
)

/** An agent that loses an answer, or goes round in circles, says the same again: that must not write twice. */
function keyOf(name: string, given: string | undefined, said: object): string {
  if (given !== undefined) return `agent:${name}:${given}`
  return `agent:${name}:${createHash('sha256').update(JSON.stringify(said)).digest('base64url')}`
}

const written = 'Written in the name of the person, and marked in the journal as made by an agent.'

const addComment = defineTool({
  name: 'add_comment',
  title: 'Add a comment',
  description:
    'Writes a comment about a company, a dossier or a document. The people of the account read it; the supplier does not. Let the person read the text first.',
  writes: true,
  rights: ['manage', 'decide'],
  input: {
    companyId: maybe(idInput('company (thirdpartyId)')),
    dossierId: maybe(idInput('dossier')),
    documentId: maybe(idInput('document; give its dossierId too')),
    text: Type.String({ minLength: 1, maxLength: 4_000 }),
    key,
  },
  run: async (ask, { text, key: given, ...subject }) => {
    const path = `${subjectPath(subject)}/comments`
    const comment = await ask.post<Record<string, unknown>>(
      path,
      { text },
      keyOf('comment', given, { path, text }),
    )
    return { data: { ...pick(comment, 'commentId', 'text', 'author', 'createdAt'), note: written } }
  },
})

const createTask = defineTool({
  name: 'create_task',
  title: 'Create a task',
  description: 'Opens a task for the person, or for somebody else of the account by their number.',
  writes: true,
  rights: ['manage', 'decide'],
  input: {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    details: maybe(Type.String({ minLength: 1, maxLength: 4_000 })),
    companyId: maybe(idInput('company (thirdpartyId)')),
    dossierId: maybe(idInput('dossier')),
    dueOn: maybe(dayInput('Until when.')),
    userId: maybe(idInput('person who shall do it; by default whoever answers for what it is about')),
    key,
  },
  run: async (ask, { companyId, dossierId, userId, key: given, ...words }) => {
    const about = {
      ...(companyId !== undefined && { thirdpartyId: companyId }),
      ...(dossierId !== undefined && { dossierId }),
    }
    const body = {
      ...words,
      ...(Object.keys(about).length > 0 && { about }),
      ...(userId !== undefined && { assignee: { userId } }),
    }
    const task = await ask.post<Record<string, unknown>>('/tasks', body, keyOf('task', given, body))
    return {
      data: { ...pick(task, 'taskId', 'title', 'about', 'assignee', 'dueOn', 'state'), note: written },
    }
  },
})

const requestDocuments = defineTool({
  name: 'request_documents',
  title: 'Ask for documents',
  description:
    'Adds documents to what a dossier asks of the supplier, who is told so. Codes stand in the resource vigie://catalogue/document-types. Let the person agree first.',
  writes: true,
  rights: ['manage'],
  input: {
    dossierId: idInput('dossier'),
    documentCodes: Type.Array(codeInput('Code of a document type.'), { minItems: 1, maxItems: 20 }),
    key,
  },
  run: async (ask, { dossierId, documentCodes, key: given }) => {
    const path = `/dossiers/${dossierId}/requirements`
    const body = { newRequiredDocuments: documentCodes }
    const answer = await ask.post<Requirements>(path, body, keyOf('request', given, { path, body }))
    const added = answer.added.map((one) =>
      pick(one, 'documentId', 'documentCode', 'documentName', 'dueDate'),
    )
    return { data: { dossierId, added, alreadyRequired: answer.alreadyRequired, note: written } }
  },
})

interface Requirements {
  readonly added: readonly Record<string, unknown>[]
  readonly alreadyRequired: readonly string[]
}

export const writeTools: readonly AgentTool[] = [addComment, createTask, requestDocuments]
