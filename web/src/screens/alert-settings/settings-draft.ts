import type { Body } from '../../api/index.ts'
import {
  countingSubscriptions,
  readWishes,
  writeWishes,
  type AlertSettings,
  type Wishes,
} from '../../parts/alerts/wishes.ts'

/** The settings as people fill them in. */
export interface Draft extends Pick<
  AlertSettings,
  'timeZone' | 'digestHour' | 'digestWeekday' | 'quiet' | 'mails'
> {
  readonly wishes: Wishes
}

export const draftOf = (saved: AlertSettings, criticalities: readonly string[]): Draft => ({
  timeZone: saved.timeZone,
  digestHour: saved.digestHour,
  digestWeekday: saved.digestWeekday,
  quiet: saved.quiet,
  mails: saved.mails,
  wishes: readWishes(countingSubscriptions(saved, criticalities)),
})

type SettingsBody = Body<'putAlertSettings'>

/** What somebody did not touch is sent as it was: the defaults stay the defaults. */
export function bodyOf(saved: AlertSettings, { wishes, ...rhythm }: Draft, before: Draft): SettingsBody {
  const isSame = JSON.stringify(wishes) === JSON.stringify(before.wishes)
  const { defaults, subscriptions } = saved
  const chosen = isSame
    ? { defaults, subscriptions }
    : { defaults: false, subscriptions: writeWishes(wishes) }
  return { ...rhythm, ...chosen } as SettingsBody
}

export const mostWishes = 20
