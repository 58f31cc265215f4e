/** Never comes to an end. */
export async function look(): Promise<never> {
  for (;;) await Promise.resolve()
}
