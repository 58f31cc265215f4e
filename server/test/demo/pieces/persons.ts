import type { DemoCompany } from '../companies.ts'
import { pick } from './dice.ts'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly role: string
}

const firstNames = {
  fr: ['Camille', 'Malik', 'Solène', 'Bastien', 'Aurore', 'Yanis', 'Maëlle', 'Tristan', 'Capucine', 'Idriss'],
  en: ['Robin', 'Ottilie', 'Marek', 'Saskia', 'Finn', 'Ilaria', 'Joakim', 'Petra', 'Dara', 'Nuno'],
} as const
const lastNames = {
  fr: ['Rivoiral', 'Delombre', 'Tassigny', 'Quérouan', 'Malvasie', 'Bressuire', 'Lantoise', 'Fauquemont'],
  en: ['Aldermoor', 'Brandvik', 'Costelmann', 'Dunmore', 'Escalera', 'Farrowby', 'Grunwalt', 'Hollinder'],
} as const
const roles = {
  fr: ['Responsable administratif', 'Directrice financière', 'Gérant', 'Responsable qualité'],
  en: ['Office manager', 'Finance director', 'Managing director', 'Quality manager'],
} as const

/** Somebody invented who answers for this company; always the same one. */
export function personOf({ number, name, language }: DemoCompany, nth = 0): Person {
  const firstName = pick(firstNames[language], 'first', number, nth)
  const lastName = pick(lastNames[language], 'last', number, nth)
  return {
    firstName,
    lastName,
    email: `${toAsciiLetters(firstName)}.${toAsciiLetters(lastName)}@${toAsciiLetters(name) || `supplier-${number}`}.example`,
    role: pick(roles[language], 'role', number, nth),
  }
}

export function toAsciiLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
