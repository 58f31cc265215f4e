import { formDay, type Language } from '../../../platform/kernel/index.ts'
import { answerText, formHash, placeOf, type FormEntry, type FormField } from '../../forms/index.ts'
import type { UnprintedForm } from './form-pdf.facts.ts'
import type { FormAnswer, FormPdfInput, FormQuestion } from './pdf/form-pdf.ts'

const nobody: Record<Language, string> = { fr: 'Non précisé', en: 'Not stated' }

/** What is printed: every question in the order of the form, answered or not. */
export function formPdfInput(form: UnprintedForm): FormPdfInput {
  const { type, language, dossierLabel, dossierReference } = form
  return {
    language,
    accountName: form.accountName,
    document: {
      code: type.code,
      names: type.name,
      dossier: dossierReference === null ? dossierLabel : `${dossierLabel} – ${dossierReference}`,
      legalBasis: type.legalBasis[language],
    },
    thirdParty: { name: form.thirdPartyName ?? nobody[language], identifiers: [...form.identifiers] },
    sections: sectionsOf(form),
    submission: {
      author: form.author ?? nobody[language],
      at: form.submittedAt,
      transmitter: form.transmitter,
      reference: String(form.responseId),
      ...(form.effectiveDate === null ? {} : { effectiveDate: shownDay(form.effectiveDate, language) }),
      ...(form.expirationDate === null ? {} : { expirationDate: shownDay(form.expirationDate, language) }),
    },
    dataSha256: formHash(form.formdata),
  }
}

function shownDay(day: string, language: Language): string {
  return language === 'fr' ? formDay(day) : day
}

function sectionsOf({ type, formdata, language }: UnprintedForm): FormPdfInput['sections'] {
  const sections: { title?: string; questions: FormQuestion[] }[] = []
  for (const field of type.fields) {
    const title = field.section?.[language]
    const last = sections.at(-1)
    const section = last && last.title === title ? last : { ...(title ? { title } : {}), questions: [] }
    if (section !== last) sections.push(section)
    const answer =
      field.type === 'table'
        ? tableAnswer(field, formdata, language)
        : plainAnswer(
            type.fields,
            formdata.find(({ key }) => key === field.key),
            language,
          )
    section.questions.push({ label: field.label[language], answer })
  }
  // What a check tells has no form behind it: each entry brings its own title.
  const loose = formdata.filter(({ key }) => placeOf(type.fields, key) === null)
  if (loose.length > 0) {
    const questions = loose.map((entry) => ({
      label: entry.title,
      answer: plainAnswer(type.fields, entry, language),
    }))
    sections.push({ questions })
  }
  return sections
}

function plainAnswer(
  fields: readonly FormField[],
  entry: FormEntry | undefined,
  language: Language,
): FormAnswer {
  if (!entry) return { kind: 'none' }
  switch (entry.type) {
    case 'number':
      return { kind: 'number', value: entry.value }
    case 'boolean':
      return { kind: 'yesNo', value: entry.value === 'true' }
    case 'iban':
      return { kind: 'iban', value: entry.value }
    case 'date':
      return { kind: 'date', text: entry.value }
    case 'string':
      return { kind: 'text', text: answerText(fields, entry, language) }
  }
}

function tableAnswer(field: FormField, formdata: readonly FormEntry[], language: Language): FormAnswer {
  const columns = field.columns ?? []
  const cells = new Map(formdata.map((entry) => [entry.key, entry]))
  const rows: string[][] = []
  for (let row = 0; columns.some(({ key }) => cells.has(`${field.key}.${row}.${key}`)); row += 1) {
    rows.push(
      columns.map(({ key }) => {
        const cell = cells.get(`${field.key}.${row}.${key}`)
        return cell ? answerText([field], cell, language) : ''
      }),
    )
  }
  return {
    kind: 'table',
    columns: columns.map(({ label, type }) => ({
      label: label[language],
      ...(type === 'number' ? { kind: 'number' as const } : {}),
    })),
    rows,
  }
}
