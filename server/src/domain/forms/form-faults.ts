import type { Language } from '../../platform/kernel/index.ts'
import type { FormFaultCode, ValueFault } from './form-values.ts'

const sentences: Record<FormFaultCode, Record<Language, string>> = {
  FIELD_REQUIRED: { en: 'an answer is needed.', fr: 'une réponse est attendue.' },
  FIELD_UNKNOWN: { en: 'the form has no such question.', fr: 'le formulaire n’a pas cette question.' },
  FIELD_REPEATED: { en: 'answered twice.', fr: 'deux réponses données.' },
  FIELD_TOO_LONG: { en: 'at most {limit} characters.', fr: 'au plus {limit} caractères.' },
  FIELD_TOO_MANY: { en: 'at most {limit} rows.', fr: 'au plus {limit} lignes.' },
  FIELD_TOO_FEW: { en: 'at least {limit} rows.', fr: 'au moins {limit} lignes.' },
  FIELD_CHARACTERS: {
    en: 'contains a character that cannot be stored.',
    fr: 'contient un caractère qui ne peut être conservé.',
  },
  FIELD_TYPE: { en: 'answer true or false.', fr: 'répondez true ou false.' },
  FIELD_ENUM: { en: 'choose one of {values}.', fr: 'choisissez parmi {values}.' },
  FIELD_RANGE: { en: 'must be between {min} and {max}.', fr: 'doit être compris entre {min} et {max}.' },
  DATE_INVALID: {
    en: 'write a date that exists as DD/MM/YYYY.',
    fr: 'écrivez une date réelle sous la forme JJ/MM/AAAA.',
  },
  NUMBER_INVALID: {
    en: 'write a number of at most 15 digits, with a point for decimals where they are allowed.',
    fr: 'écrivez un nombre d’au plus 15 chiffres, avec un point pour les décimales si elles sont admises.',
  },
  IBAN_INVALID: {
    en: 'the IBAN has the wrong length for its country or a wrong check digit.',
    fr: 'l’IBAN n’a pas la longueur prévue pour son pays ou sa clé est fausse.',
  },
  COMMITMENT_REQUIRED: { en: 'this must be agreed to.', fr: 'cet engagement doit être accepté.' },
}

export function faultMessage(title: string, { code, params = {} }: ValueFault, language: Language): string {
  const sentence = sentences[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return `${title}${language === 'fr' ? ' : ' : ': '}${sentence}`
}
