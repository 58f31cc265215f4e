/** What the crashing process stores: large enough for several writes, known to the test that looks for it. */
export const crashContent = Buffer.from(
  Array.from({ length: 40_000 }, (_, line) => `line ${String(line).padStart(8, '0')}`)
    .join('\n')
    .slice(0, 500_000),
)
