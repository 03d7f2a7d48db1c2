interface WeekInfo {
  firstDay: number;
}
/** Engines have one of the two; TypeScript declares neither. */
interface LocaleWeek {
  getWeekInfo?: () => WeekInfo;
  weekInfo?: WeekInfo;
}

/**
 * Returns the day on which weeks begin, 1 Monday to 7 Sunday, for the first of the languages that a
 * browser accepts whose weeks are defined; ISO 8601's Monday without one.
 *
 * @param languages the header `accept-language` (RFC 9110, 12.5.4)
 */
export function firstWeekday(languages: string | null): number {
  for (const part of (languages ?? "").slice(0, 500).split(",")) {
    const firstDay = firstDayOf(part.split(";")[0]?.trim() ?? "");
    if (firstDay !== undefined) return firstDay;
  }
  return 1;
}

function firstDayOf(tag: string): number | undefined {
  try {
    const locale = new Intl.Locale(tag) as LocaleWeek;
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  } catch {
    return undefined;
  }
}
