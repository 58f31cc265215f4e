import type { Executive } from './company.ts'
import { masked } from './masked.ts'
import { nationalityCode } from './nationality.ts'

interface ToldPerson {
  readonly name: string
  readonly role: string
  /** YYYY, YYYY-MM, or a whole date of which the day is dropped. */
  readonly born?: string | null | undefined
  /** In the register's words. */
  readonly nationality?: string | null | undefined
}

/** None of a person whose name is masked, in part or whole: who asked not to be published stays out. */
export function personExecutive({ name, role, born, nationality }: ToldPerson): Executive[] {
  if (!isPublished(name)) return []
  const birthMonth = readBirthMonth(born)
  const country = nationalityCode(nationality)
  return [
    {
      name,
      role,
      kind: 'PERSON',
      ...(birthMonth !== null && { birthMonth }),
      ...(country !== null && { nationality: country }),
    },
  ]
}

interface ToldCompany {
  readonly name: string
  readonly role: string
  readonly identifier?: string | null | undefined
}

export function companyExecutive({ name, role, identifier }: ToldCompany): Executive[] {
  if (!isPublished(name)) return []
  const number = readRegistration(identifier)
  return [{ name, role, kind: 'COMPANY', ...(number !== null && { identifier: number }) }]
}

function isPublished(name: string): boolean {
  return name.trim() !== '' && !name.includes(masked)
}

const birth = /^((?:18|19|20)\d{2})(?:(-(?:0[1-9]|1[0-2]))(?:-\d{2})?)?$/

/** The month or the year, whichever is told. Lists are compared by month, so no day is ever kept. */
function readBirthMonth(text: string | null | undefined): string | null {
  const [, year, month = ''] = birth.exec(text ?? '') ?? []
  return year === undefined ? null : year + month
}

const longestRegistration = 50

/** People who have none write so in words. */
function readRegistration(text: string | null | undefined): string | null {
  const number = text?.trim().replaceAll(/\s+/g, ' ') ?? ''
  return /\d/.test(number) && number.length <= longestRegistration ? number : null
}
