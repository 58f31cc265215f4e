import { Type, type Static } from 'typebox'
import { dateSchema, nullable, PageOf, namedObject } from '../../platform/http/index.ts'
import { documentStatuses, dossierStatuses } from '../evaluation/index.ts'

/** In the order in which they are listed when they fall on one day. */
export const forecastReasons = ['DOSSIER_EXPIRES', 'ANSWER_EXPIRES', 'GRACE_ENDS', 'DUE_DATE_PASSES'] as const
export type ForecastReason = (typeof forecastReasons)[number]

export const ForecastItem = Type.Object(
  {
    date: { ...dateSchema, description: 'The last day on which it still holds, YYYY-MM-DD.' },
    reason: Type.Enum([...forecastReasons], {
      description:
        'DOSSIER_EXPIRES: the dossier ends. ANSWER_EXPIRES: the accepted answer does, and the document asks for action. GRACE_ENDS: nothing new was given in the 30 days after, and the document becomes invalid. DUE_DATE_PASSES: what is asked for becomes late.',
    }),
    thirdpartyId: Type.Integer(),
    thirdpartyName: nullable(Type.String()),
    dossierId: Type.Integer(),
    dossierType: Type.Object({ code: Type.String(), label: Type.String() }),
    documentId: nullable(Type.Integer({ description: 'Null for what befalls the dossier itself.' })),
    documentCode: nullable(Type.String()),
    documentName: nullable(Type.String()),
    statusCode: Type.Enum([...new Set([...documentStatuses, ...dossierStatuses])], {
      description: 'Of the document today, or of the dossier where there is no document.',
    }),
    answerUnderWay: Type.Boolean({ description: 'Something new was sent and awaits its decision.' }),
    renewsItself: Type.Boolean({ description: 'The dossier will be followed by a new one on that day.' }),
  },
  { title: 'ForecastItem' },
)
export type ForecastItem = Static<typeof ForecastItem>

/** Of the matter itself. */
export const idOf = ({ documentId, dossierId }: ForecastItem): number => documentId ?? dossierId

const counts = Object.fromEntries(forecastReasons.map((reason) => [reason, Type.Integer()])) as Record<
  ForecastReason,
  ReturnType<typeof Type.Integer>
>

export const Horizon = namedObject('ForecastHorizon', { days: Type.Integer(), until: dateSchema, ...counts })
export type Horizon = Static<typeof Horizon>

export const ForecastPage = namedObject('ForecastPage', {
  today: dateSchema,
  until: { ...dateSchema, description: 'The last day of the forecast; what ends before it is listed.' },
  horizons: Type.Array(Horizon, { description: 'How much will have ended in 30, 60 and 90 days.' }),
  ...PageOf(ForecastItem).properties,
})
