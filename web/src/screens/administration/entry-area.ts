import {
  IconArrowsExchange,
  IconDeviceMobile,
  IconKey,
  IconLogin2,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { administration } from '../../i18n/en/administration.ts'
import type { Tone } from '../../ui/pill.tsx'

type Area = keyof typeof administration.areas

export const areaIcons = {
  people: IconUsers,
  signIn: IconLogin2,
  secondFactor: IconDeviceMobile,
  clients: IconKey,
  settings: IconSettings,
  exchange: IconArrowsExchange,
} as const satisfies Record<Area, unknown>

export const areas = Object.keys(areaIcons) as Area[]

export const isArea = (value: string | undefined): value is Area => value !== undefined && value in areaIcons

// The first that fits decides; what is not known yet counts as a setting.
const patterns = [
  [/^(CLIENT|TOKENS?|SIGNING_KEY|PROVISIONING_TOKEN)_/, 'clients'],
  [/^(PERSON|INVITATION|MEMBER|DIRECTORY)_/, 'people'],
  [/^(SECOND_FACTOR|RECOVERY|STEP_UP)/, 'secondFactor'],
  [/^(SIGN|SESSION|PASSWORD)/, 'signIn'],
  [/^(EXPORT|LINKS?|PORTFOLIO|REGISTER)_/, 'exchange'],
] as const satisfies readonly (readonly [RegExp, Area])[]

export const areaOf = (name: string): Area =>
  patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'settings'

export const namesOfArea = (area: Area, known: readonly string[]) =>
  known.filter((name) => areaOf(name) === area)

const tones = [
  [/(_STOLEN|_ERASED|_DEACTIVATED)$/, 'bad'],
  [/(_FAILED|_THROTTLED|_BOUNCED|_NEW_DEVICE|FACTOR_RESET|FACTOR_RESET_ASKED|_CODE_USED)$/, 'warning'],
  [/(_ADDED|_ACCEPTED|_ACTIVATED|_CREATED)$/, 'good'],
  [/(_INVITED|_CHANGED|_ROTATED|_MADE|_IMPORTED)$/, 'info'],
] as const satisfies readonly (readonly [RegExp, Tone])[]

export const toneOfEntry = (name: string): Tone =>
  tones.find(([pattern]) => pattern.test(name))?.[1] ?? 'neutral'
