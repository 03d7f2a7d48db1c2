/** Returns the first `most` campaigns by the time at which they go out; one without a time comes last. */
export function soonest<C extends { startsAt: string | null }>(campaigns: readonly C[], most: number): C[] {
  const timeOf = ({ startsAt }: C) => (startsAt === null ? Infinity : Date.parse(startsAt));
  return campaigns.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(one) - timeOf(other))).slice(0, most);
}
