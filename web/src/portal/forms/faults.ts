import type { FieldFault } from '@vigie/client'
import type { FormData, FormField } from '../portal-api.ts'

/** Messages by the key they belong to; tables bear those of no single cell. */
export type Faults = Readonly<Record<string, string>>

/** The server names the question first; at its field that would be said twice. */
function withoutTitle(message: string): string {
  const sentence = message.replace(/^.*:\s/s, '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Finds for each fault of the server the question it is about. */
export function faultsByKey(
  faults: readonly Pick<FieldFault, 'pointer' | 'message'>[],
  sent: FormData,
  fields: readonly FormField[],
): Faults {
  const found = faults.flatMap(({ pointer = '', message }) => {
    const index = /^\/formdata\/(\d+)\//.exec(pointer)?.[1]
    const key =
      index === undefined
        ? fields.find(({ label }) => message.startsWith(label))?.key
        : sent[Number(index)]?.key
    return key === undefined ? [] : [[key, withoutTitle(message)]]
  })
  return Object.fromEntries(found) as Faults
}
