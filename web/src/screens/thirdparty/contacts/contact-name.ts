import type { Contact } from '../thirdparty.queries.ts'

type Named = Pick<Contact, 'firstName' | 'lastName' | 'email'>

export function contactName({ firstName, lastName, email }: Named): string {
  const name = [firstName, lastName].filter((part) => part !== null).join(' ')
  return name === '' ? email : name
}
