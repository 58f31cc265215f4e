import { Type } from 'typebox'
import { defineTool, idInput, maybe, type AgentTool } from '../agent-tool.ts'
import type { Ask } from '../ask.ts'
import { SubjectMissing, subjectName } from './company-tools.ts'

const language = maybe(
  Type.Enum(['en', 'fr'], { description: 'Of the draft; by default that of the request.' }),
)
const nothingWritten = 'This is a draft: nothing was written or sent.'

const words = {
  en: {
    about: (name: string) => `About ${name}:`,
    greeting: 'Hello,',
    ask: (company: string, type: string) =>
      `To keep the evaluation of ${company} (${type}) up to date, we still need from you:`,
    due: (day: string) => `by ${day}`,
    end: 'You can send everything through your supplier space. Thank you.',
    nothing: (type: string) => `Nothing is missing in this dossier (${type}): there is nothing to ask for.`,
  },
  fr: {
    about: (name: string) => `À propos de ${name}\u00A0:`,
    greeting: 'Bonjour,',
    ask: (company: string, type: string) =>
      `Pour tenir à jour l’évaluation de ${company} (${type}), il nous manque de votre part\u00A0:`,
    due: (day: string) => `avant le ${day}`,
    end: 'Vous pouvez tout déposer dans votre espace fournisseur. Merci.',
    nothing: (type: string) => `Rien ne manque dans ce dossier (${type})\u00A0: il n’y a rien à demander.`,
  },
}

const comment = defineTool({
  name: 'draft_comment',
  title: 'Draft a comment',
  description:
    'Sets up a comment about a company or a dossier from your points, for the person to read first. Writes nothing; add_comment does.',
  input: {
    companyId: maybe(idInput('company (thirdpartyId)')),
    dossierId: maybe(idInput('dossier')),
    points: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 10 }),
    language,
  },
  run: async (ask, { points, language: chosen, ...subject }) => {
    if (subject.companyId === undefined && subject.dossierId === undefined) throw new SubjectMissing()
    const name = await subjectName(ask, subject)
    const text = [words[chosen ?? ask.language].about(name ?? '—'), ...points.map((point) => `- ${point}`)]
    return { data: { draft: text.join('\n'), note: nothingWritten } }
  },
})

interface Piece {
  readonly documentName: string
  readonly statusCode: string
  readonly required: boolean
  readonly answeredBy: string
  readonly dueDate: string | null
}

const request = defineTool({
  name: 'draft_request',
  title: 'Draft a request to a supplier',
  description:
    'A message that asks the supplier of a dossier for what is still missing or not accepted. Writes and sends nothing.',
  input: { dossierId: idInput('dossier'), language },
  run: async (ask, { dossierId, language: chosen }) => {
    const { type, pieces, company } = await readMissing(ask, dossierId)
    const say = words[chosen ?? ask.language]
    if (pieces.length === 0) return { data: { draft: null, note: say.nothing(type) } }
    const lines = pieces.map(
      ({ documentName, dueDate }) => `- ${documentName}${dueDate === null ? '' : ` (${say.due(dueDate)})`}`,
    )
    const draft = [say.greeting, '', say.ask(company ?? '—', type), ...lines, '', say.end].join('\n')
    return { data: { draft, note: nothingWritten } }
  },
})

const wanting = new Set(['MISSING', 'ACTION_REQUIRED', 'INVALID', 'BELOW_EXPECTATION'])

async function readMissing(ask: Ask, dossierId: number) {
  const [dossier, documents, company] = await Promise.all([
    ask.get<{ type: { label: string } }>(`/dossiers/${dossierId}`),
    ask.get<{ content: readonly Piece[] }>(`/dossiers/${dossierId}/documents`),
    subjectName(ask, { dossierId }),
  ])
  const pieces = documents.content.filter(
    ({ statusCode, required, answeredBy }) =>
      wanting.has(statusCode) && required && answeredBy === 'THIRD_PARTY',
  )
  return { type: dossier.type.label, pieces, company }
}

export const draftTools: readonly AgentTool[] = [comment, request]
