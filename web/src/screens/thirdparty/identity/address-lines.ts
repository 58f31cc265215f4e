import type { Address } from '../../../api/index.ts'

export function addressLines({ lines, postalCode, city }: Address): string[] {
  const town = [postalCode, city].filter((part) => part !== null).join(' ')
  return town === '' ? lines : [...lines, town]
}
