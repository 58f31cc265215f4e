import type { Contact } from '../thirdparty.queries.ts'

export function contactName({ firstName, lastName, email }: Contact): string {
  const name = [firstName, lastName].filter((part) => part !== null).join(' ')
  return name === '' ? email : name
}
