/** A browser and a system in the words people use for them; null where the text says nothing we know. */
export interface DeviceWords {
  readonly browser: string | null
  readonly system: string | null
}

// The first that matches: most browsers also name the ones they descend from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac ?OS ?X?\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function describeDevice(userAgent: string | null): DeviceWords {
  const matchName = (table: typeof browsers) =>
    table.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1] ?? null
  return { browser: matchName(browsers), system: matchName(systems) }
}

/**
 * The neighbourhood of an address, as large as a provider or an office: the first half of an IPv4 address, the first 32
 * bits of an IPv6 one. Within it an address may change every day without being another place.
 */
export function neighbourhoodOf(address: string): string {
  const four = /(?:^|:)(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(address)?.[1]
  if (four !== undefined) return four
  const [start = ''] = address.toLowerCase().split('::')
  return start.split(':').slice(0, 2).join(':')
}
