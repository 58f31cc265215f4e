/** In this order: longer spellings of a sound before shorter ones. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^x/, 's'],
  [/^kn/, 'n'],
  [/sch|shch|tch|tsch|sh|ch|cz|cs|zh|dzh|dj|ts|tz|sz/g, 's'],
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/ck|kh|gh|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cg]/g, 'k'],
  [/th|dh|d/g, 't'],
  [/oe|ue|ou|oo|eu|ew|ow|w(?![aeiouy])/g, 'u'],
  [/ae|ai|ay|ei|ey|ie|ee|ea|iy|ij|yi/g, 'i'],
  [/w/g, 'v'],
  [/[yj]/g, 'i'],
  [/z/g, 's'],
  [/h/g, ''],
  [/o/g, 'u'],
  [/e/g, 'a'],
  [/(.)\1+/g, '$1'],
]

/** What remains of a word when every spelling of a sound is written the same way. Close to no language in particular. */
export function soundOf(word: string): string {
  return spellings.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
}

/** The consonants of a sound alone, for scripts that write no others; voiced and voiceless ones are one. */
export function skeletonOf(sound: string): string {
  return sound
    .replace(/[aeiouvw]/g, '')
    .replace(/[bp]/g, 'p')
    .replace(/(.)\1+/g, '$1')
}
