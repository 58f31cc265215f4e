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
import { typeKey, type FoldedDossier } from './fold-dossier.ts'
import { missing, type Told } from './told.ts'

const counting: readonly string[] = ['CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED']
const ofAttributes = ['type', 'options', 'calculated', 'required'].map((name) => `attributes.${name}`)

interface Shown {
  readonly asOf: string
  readonly language: Language
}

export function thirdPartyView(told: Told, asOf: string): PastThirdParty {
  const notRecorded = missing(told, Object.keys(ThirdPartyRecord.properties))
  return { ...told, asOf, notRecorded }
}

export function dossierView(
  { told: { typeCode, typeVersion: _version, ...told }, attributes, documents }: FoldedDossier,
  type: DossierType | null,
  types: ReadonlyMap<string, DocumentType>,
  { asOf, language }: Shown,
): PastDossier {
  const asked = [...documents.values()]
    .filter(({ stopped }) => stopped !== 'ALONE')
    .toSorted((a, b) => a.documentId - b.documentId)
    .map((one) => documentRow(one, types, language))
  const valued = [...attributes.values()].map(attributeView)
  const shown: Told = {
    ...told,
    type: type && { code: typeCode, label: type.label[language], typed: type.typed },
    statusLabel: statusLabel(told['statusCode'] as DossierStatus, language),
    documents: asked,
    attributes: valued,
    ...(type && { themes: type.themes }),
  }
  if (type === null) delete shown['type']
  const notRecorded = [
    ...missing(shown, Object.keys(DossierRecord.properties)),
    ...(valued.length > 0 ? ofAttributes : []),
    ...new Set(asked.flatMap((row) => missing(row, rowFields).map((name) => `documents.${name}`))),
  ]
  return { ...shown, asOf, notRecorded } as PastDossier
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
): Told {
  const shown = documentFields(document, types, language)
  return Object.fromEntries(
    rowFields.filter((name) => shown[name] !== undefined).map((name) => [name, shown[name]]),
  )
}

function documentFields(
  { told, typeVersion, stopped }: FoldedDocument,
  types: ReadonlyMap<string, DocumentType>,
  language: Language,
): Told {
  const type = types.get(typeKey(told['documentCode'], typeVersion))
  return {
    ...told,
    stopped: stopped !== null,
    statusLabel: statusLabel(told['statusCode'] as DocumentStatus, language),
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
  { asOf, language }: Shown,
): PastDocument {
  const shown: Told = { ...documentFields(document, types, language), renewal: renewalOf(document) }
  const answers = [...document.answers.values()]
    .filter(({ state }) => counting.includes(state))
    .toSorted((a, b) => b.responseId - a.responseId)
  const inForce = answers.find(({ state }) => state === 'ACCEPTED')
  const isValid = shown['statusReason'] === 'ACCEPTED' || shown['statusReason'] === 'SCORE_BELOW_EXPECTED'
  const notRecorded = missing(shown, Object.keys(DocumentRecord.properties))
  return {
    ...shown,
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

function attributeView(told: Told): Told {
  const { value } = told
  // Its words were erased with who wrote them.
  return value === undefined ? told : { ...told, values: valuesOf(value as AttributeValue) }
}
