import type { Language } from '../../../platform/kernel/index.ts'
import { valuesOf, type AttributeValue } from '../../attributes/index.ts'
import {
  answererOf,
  DocumentRecord,
  DossierRecord,
  statusLabel,
  type DocumentStatus,
  type DocumentType,
  type DossierStatus,
  type DossierType,
  type PastDocument,
  type PastDossier,
} from '../../evaluation/index.ts'
import { formView } from '../../forms/index.ts'
import { ThirdPartyRecord, type PastThirdParty } from '../../thirdparties/index.ts'
import type { PastAnswer } from './fold-answers.ts'
import { renewalOf, type FoldedDocument } from './fold-document.ts'
import { foldedPieces, typeKey, type FoldedDossier } from './fold-dossier.ts'
import { missing, type RecordedState } from './recorded-state.ts'

const countedStates: readonly string[] = ['CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED']
const ofAttributes = ['type', 'options', 'calculated', 'required'].map((name) => `attributes.${name}`)

interface PastViewOptions {
  readonly asOf: string
  readonly language: Language
}

export function thirdPartyView(recorded: RecordedState, asOf: string): PastThirdParty {
  const notRecorded = missing(recorded, Object.keys(ThirdPartyRecord.properties))
  return { ...recorded, asOf, notRecorded }
}

export function dossierView(
  dossier: FoldedDossier,
  type: DossierType | null,
  types: ReadonlyMap<string, DocumentType>,
  { asOf, language }: PastViewOptions,
): PastDossier {
  const { attributes, documents } = dossier
  const { typeCode, typeVersion: _version, ...recorded } = dossier.recorded
  const required = [...documents.values()]
    .filter(({ stopped }) => stopped !== 'ALONE')
    .toSorted((a, b) => a.documentId - b.documentId)
    .map((one) => documentRow(one, types, language))
  const valued = [...attributes.values()].map(attributeView)
  const view: RecordedState = {
    ...recorded,
    type: type && { code: typeCode, label: type.label[language], typed: type.typed },
    statusLabel: statusLabel(recorded['statusCode'] as DossierStatus, language),
    statusPieces: foldedPieces(dossier),
    documents: required,
    attributes: valued,
    ...(type && { themes: type.themes, approvalState: pastApproval(recorded, type) }),
  }
  if (type === null) delete view['type']
  const notRecorded = [
    ...missing(view, Object.keys(DossierRecord.properties)),
    ...(valued.length > 0 ? ofAttributes : []),
    ...new Set(required.flatMap((row) => missing(row, rowFields).map((name) => `documents.${name}`))),
  ]
  return { ...view, asOf, notRecorded } as PastDossier
}

/** Before the first step nothing is told; what is told ends with a version of the type that asks for nothing. */
function pastApproval({ approvalState = 'WAITING' }: RecordedState, { approvalSteps }: DossierType): unknown {
  return approvalState === 'WAITING' && !approvalSteps ? 'NOT_NEEDED' : approvalState
}

const rowFields = [
  'documentId',
  'documentCode',
  'documentName',
  'statusCode',
  'statusLabel',
  'required',
  'present',
  'dueDate',
  'expirationDate',
]

function documentRow(
  document: FoldedDocument,
  types: ReadonlyMap<string, DocumentType>,
  language: Language,
): RecordedState {
  const view = documentFields(document, types, language)
  return Object.fromEntries(
    rowFields.filter((name) => view[name] !== undefined).map((name) => [name, view[name]]),
  )
}

function documentFields(
  { recorded, typeVersion, stopped }: FoldedDocument,
  types: ReadonlyMap<string, DocumentType>,
  language: Language,
): RecordedState {
  const type = types.get(typeKey(recorded['documentCode'], typeVersion))
  return {
    ...recorded,
    stopped: stopped !== null,
    statusLabel: statusLabel(recorded['statusCode'] as DocumentStatus, language),
    ...(type && {
      documentName: type.name[language],
      theme: type.theme,
      kind: type.kind,
      answeredBy: answererOf(type),
      bankDetails: type.bankDetails,
      legalBasis: type.legalBasis[language],
      form: formView(type.fields, language),
    }),
  }
}

export function documentView(
  document: FoldedDocument,
  types: ReadonlyMap<string, DocumentType>,
  { asOf, language }: PastViewOptions,
): PastDocument {
  const view: RecordedState = { ...documentFields(document, types, language), renewal: renewalOf(document) }
  const answers = [...document.answers.values()]
    .filter(({ state }) => countedStates.includes(state))
    .toSorted((a, b) => b.responseId - a.responseId)
  const inForce = answers.find(({ state }) => state === 'ACCEPTED')
  const isValid = view['statusReason'] === 'ACCEPTED' || view['statusReason'] === 'SCORE_BELOW_EXPECTED'
  const notRecorded = missing(view, Object.keys(DocumentRecord.properties))
  return {
    ...view,
    answers: answers.map(answerView),
    answerInForce: isValid && inForce ? inForce.responseId : null,
    asOf,
    notRecorded,
  }
}

function answerView({ responseId, state, effectiveDate, expirationDate, evidences }: PastAnswer) {
  const parts = [...evidences].map(([id, file]) => ({ id, ...file }))
  return { responseId, status: state, effectiveDate, expirationDate, evidences: parts }
}

function attributeView(recorded: RecordedState): RecordedState {
  const { value } = recorded
  // Its words were erased with who wrote them.
  return value === undefined ? recorded : { ...recorded, values: valuesOf(value as AttributeValue) }
}
