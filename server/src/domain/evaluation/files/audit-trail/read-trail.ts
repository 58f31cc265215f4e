import type { ReadTx } from '../../../../platform/db/index.ts'
import type { Language, Scope } from '../../../../platform/kernel/index.ts'
import { statusLabel } from '../../status/status-labels.ts'
import type { AuditTrailInput } from '../pdf/audit-trail-pdf.ts'
import { decisionsIn } from '../proof/decisions.ts'
import { journalExtract, journalHead } from '../proof/journal-extract.queries.ts'
import type { ProofEvent } from '../proof/proof-manifest.ts'
import { sealLine } from './seal-words.ts'
import { checksIn } from './trail-checks.ts'
import { trailTexts } from './trail-texts.ts'
import {
  requireHead,
  trailAnswers,
  trailDocument,
  type TrailAnswer,
  type TrailDocument,
  type TrailPath,
} from './trail.queries.ts'

interface TrailRequest {
  readonly path: TrailPath
  readonly language: Language
}

type Trail = Omit<AuditTrailInput, 'chain'> & {
  readonly thirdpartyId: number
  readonly chain: Omit<AuditTrailInput['chain'], 'verdict'>
}

/** The history of one document as the database and its journal tell it, all of one moment. */
export async function readTrail(tx: ReadTx, scope: Scope, { path, language }: TrailRequest): Promise<Trail> {
  const document = await trailDocument(tx, scope, path)
  const answers = await trailAnswers(tx, scope, path)
  const events = await journalExtract(tx, scope, [{ type: 'DOCUMENT', id: path.documentId }])
  const head = requireHead(await journalHead(tx, scope))
  const words = trailTexts(language)
  const content = { answers, events, language }
  return {
    language,
    accountName: document.accountName,
    producedAt: document.now,
    producedBy: scope.actor.name,
    thirdpartyId: document.thirdpartyId,
    document: documentHeading(document, path, language),
    thirdParty: { name: document.company, identifiers: identifiersOf(document, language) },
    requests: [
      {
        at: document.requestDate,
        by: actorOf(events, 'DOCUMENT_ADDED') || words.erased,
        origin: words.origins[document.origin],
        ...(document.dueDate !== null && { dueDate: formatTrailDay(document.dueDate, language) }),
      },
    ],
    answers: answersToPrint(content),
    decisions: decisionsIn(events).map(({ at: decidedAt, author, responseId, outcome, comment, shared }) => ({
      at: decidedAt,
      author: author || words.erased,
      answer: String(responseId),
      outcome,
      isPrivate: !shared,
      ...(comment !== null && { comment }),
    })),
    // The right to read a trail is the auditors', who see what reviewers wrote for themselves.
    withPrivateComments: true,
    checks: checksIn(content),
    events: events.map((event) => ({
      seq: event.seq,
      at: event.occurredAt,
      name: event.eventName,
      actor: event.words.actor || words.erased,
      hash: event.hash.toString('hex'),
    })),
    chain: { headSeq: head.seq, headHash: head.hash.toString('hex') },
  }
}

function documentHeading(document: TrailDocument, { documentId }: TrailPath, language: Language) {
  const { code, names, legalBasis, dossierLabel, dossierReference, status } = document
  const dossier = [dossierLabel[language], dossierReference].filter((part) => part !== null).join(' – ')
  return {
    code,
    names,
    dossier,
    reference: String(documentId),
    status: statusLabel(status, language),
    ...(legalBasis && { legalBasis: legalBasis[language] }),
  }
}

function identifiersOf({ siren, siret, vatNumber }: TrailDocument, language: Language) {
  const all = { SIREN: siren, SIRET: siret, [language === 'fr' ? 'TVA' : 'VAT']: vatNumber }
  return Object.entries(all).flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

function actorOf(events: readonly ProofEvent[], name: string): string {
  const event = events.find(({ eventName }) => eventName === name)
  return event ? event.words.actor : ''
}

function answersToPrint({
  answers,
  events,
  language,
}: {
  answers: readonly TrailAnswer[]
  events: readonly ProofEvent[]
  language: Language
}): AuditTrailInput['answers'] {
  const words = trailTexts(language)
  return answers.map((answer) => ({
    reference: String(answer.responseId),
    at: answer.sentAt,
    author: senderOf(answer, events) || (answer.submittedByType ?? words.erased),
    transmitter: answer.transmitter,
    status: words.states[answer.state],
    files: answer.files.map(({ name, size, sha256, seal }) => ({
      name: name ?? words.deletedFile,
      size,
      sha256,
      ...(seal && { seal: sealLine(seal, language) }),
    })),
    ...(answer.effectiveDate !== null && { effectiveDate: formatTrailDay(answer.effectiveDate, language) }),
    ...(answer.expirationDate !== null && {
      expirationDate: formatTrailDay(answer.expirationDate, language),
    }),
  }))
}

const sent: readonly string[] = ['DOCUMENT_ANSWER_ADDED', 'DOCUMENT_ANSWER_UPDATED']

function senderOf({ responseId }: TrailAnswer, events: readonly ProofEvent[]): string {
  const event = events.find(
    (one) => sent.includes(one.eventName) && one.words.data['responseId'] === responseId,
  )
  return event ? event.words.actor : ''
}

function formatTrailDay(day: string, language: Language): string {
  return language === 'fr' ? day.split('-').toReversed().join('/') : day
}
