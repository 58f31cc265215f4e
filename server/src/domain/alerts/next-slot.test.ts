import { describe, expect, it } from 'vitest'
import { defaultRhythm, isTimeZone, nextSlot, type MailedChannel, type Rhythm } from './next-slot.ts'

const due = (channel: MailedChannel, at: string, change: Partial<Rhythm> = {}, sentAt?: string) =>
  nextSlot(
    channel,
    { ...defaultRhythm, ...change },
    new Date(at),
    sentAt === undefined ? null : new Date(sentAt),
  ).toISOString()

const night = { quiet: { from: 20, until: 7 } }

describe('When a mail is due', () => {
  it('A mail at once waits a minute for what comes with it', () => {
    expect(due('AT_ONCE', '2026-03-02T10:00:00Z')).toBe('2026-03-02T10:01:00.000Z')
  })

  it('A mail at once keeps ten minutes from the one before', () => {
    expect(due('AT_ONCE', '2026-03-02T10:00:00Z', {}, '2026-03-02T09:58:00Z')).toBe(
      '2026-03-02T10:08:00.000Z',
    )
  })

  it.each([
    ['2026-03-02T22:30:00Z', '2026-03-03T06:00:00.000Z'],
    ['2026-03-03T03:10:00Z', '2026-03-03T06:00:00.000Z'],
    ['2026-03-03T06:00:00Z', '2026-03-03T06:01:00.000Z'],
  ])('Quiet hours in Paris put off what is found at %s', (at, expected) => {
    expect(due('AT_ONCE', at, night)).toBe(expected)
  })

  it('Quiet hours within a day put off until they end', () => {
    expect(due('AT_ONCE', '2026-03-02T11:30:00Z', { quiet: { from: 12, until: 14 } })).toBe(
      '2026-03-02T13:00:00.000Z',
    )
  })

  it.each([
    ['DAILY', 'Europe/Paris', '2026-03-02T05:59:00Z', '2026-03-02T06:00:00.000Z'],
    ['DAILY', 'Europe/Paris', '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
    ['DAILY', 'Europe/Paris', '2026-07-02T06:00:00Z', '2026-07-03T05:00:00.000Z'],
    ['DAILY', 'Asia/Kolkata', '2026-03-02T00:00:00Z', '2026-03-02T01:30:00.000Z'],
    ['DAILY', 'America/New_York', '2026-03-02T00:00:00Z', '2026-03-02T12:00:00.000Z'],
    ['WEEKLY', 'Europe/Paris', '2026-03-04T10:00:00Z', '2026-03-09T06:00:00.000Z'],
    ['WEEKLY', 'Europe/Paris', '2026-03-02T06:30:00Z', '2026-03-09T06:00:00.000Z'],
  ] as const)('A %s digest in %s after %s comes at %s', (channel, timeZone, at, expected) => {
    expect(due(channel, at, { timeZone })).toBe(expected)
  })

  it('A digest in the hour that the clocks leave out comes when they have moved', () => {
    expect(due('DAILY', '2026-03-28T12:00:00Z', { digestHour: 2 })).toBe('2026-03-29T01:00:00.000Z')
  })

  it('A digest comes once where the clocks repeat an hour', () => {
    const first = due('DAILY', '2026-10-24T12:00:00Z', { digestHour: 2 })
    expect(first).toBe('2026-10-25T00:00:00.000Z')
    expect(due('DAILY', first, { digestHour: 2 })).toBe('2026-10-26T01:00:00.000Z')
  })

  it('Time zones are those that the machine knows', () => {
    expect([isTimeZone('Europe/Paris'), isTimeZone('Mars/Base')]).toEqual([true, false])
  })
})
