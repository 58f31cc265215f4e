import { Type } from 'typebox'
import { beforeAfter, dayOrNull, eventData, flag, oneOf, textOrNull } from './parts.ts'

const providers = [
  'DOCCHECK',
  'ESG',
  'SUSTAINSCORE',
  'SECURITY_RATING',
  'FINANCIAL_STRENGTH',
  'CREDITDATA',
  'NEWSFEED',
] as const
const provider = oneOf(providers, 'The kind of data.')

export const providerSwitched = eventData('ProviderSwitchedData', {
  provider,
  ...beforeAfter({ active: flag('Whether it is followed.') }),
})

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const Value = Type.Object({
  value: number('On the common scale from 0 to 100.'),
  raw: textOrNull('As the provider gave it.'),
  score: number('As a number, on the provider’s own scale.'),
  band: textOrNull('The band of that scale it falls in.'),
  scaleId: textOrNull('The scale it was read by.'),
  scaleVersion: textOrNull('The version of that scale.'),
  asOf: dayOrNull('The day it is about'),
})

export const providerUpdated = eventData('ProviderUpdatedData', {
  provider,
  source: oneOf(['FILE', 'HTTP', 'PUSH', 'VERIFICATION'], 'How the value came.'),
  before: Type.Union([Value, Type.Null()], { description: 'Null for the first value.' }),
  after: Type.Union([Value, Type.Null()]),
})

export const dataHubUpdated = eventData('DataHubUpdatedData', {
  providers: Type.Array(Type.Enum([...providers]), { description: 'The kinds of data that changed.' }),
})
