import { spaced } from '../companies.ts'
import type { Facts } from '../facts.ts'

/** What stands on a page, from top to bottom. Each layout is a list of these; each tool draws them its own way. */
export type Block =
  | { readonly letterhead: readonly string[] }
  | { readonly right: readonly string[] }
  | { readonly title: string }
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly small: string }
  | { readonly pairs: readonly (readonly [label: string, value: string])[] }
  | { readonly table: readonly (readonly string[])[] }
  | { readonly page: 'next' }

export interface Layout {
  readonly name: string
  /** Readers were written with two of each kind in view; figures come from the third. */
  readonly use: 'TUNING' | 'MEASURED'
  readonly language: 'fr' | 'en'
  readonly blocks: (facts: Facts) => readonly Block[]
}

const months = [
  ['janvier', 'January'],
  ['février', 'February'],
  ['mars', 'March'],
  ['avril', 'April'],
  ['mai', 'May'],
  ['juin', 'June'],
  ['juillet', 'July'],
  ['août', 'August'],
  ['septembre', 'September'],
  ['octobre', 'October'],
  ['novembre', 'November'],
  ['décembre', 'December'],
] as const

export const slashed = (day: string): string => day.split('-').toReversed().join('/')
export const dotted = (day: string): string => day.split('-').toReversed().join('.')
export const inFrench = (day: string): string => {
  const [year, month, date] = day.split('-')
  const first = Number(date) === 1 ? '1er' : String(Number(date))
  return `${first} ${months[Number(month) - 1]?.[0]} ${year}`
}
export const inEnglish = (day: string): string => {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]?.[1]} ${year}`
}
export const grouped = (amount: number, between = ' '): string =>
  String(amount).replace(/\B(?=(\d{3})+$)/g, between)
export const siren = ({ company }: Facts): string => spaced(company.siren)
export const siret = ({ company }: Facts): string => spaced(company.siret)
