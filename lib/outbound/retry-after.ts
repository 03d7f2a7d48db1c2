const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const month = months.join("|");
const time = "(\\d\\d):(\\d\\d):(\\d\\d)";
/** The three forms of a date in HTTP (RFC 9110, 5.6.7); names are case-sensitive. */
const imfDate = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\\d\\d) (${month}) (\\d{4}) ${time} GMT$`,
);
const rfc850Date = new RegExp(
  `^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\\d\\d)-(${month})-(\\d\\d) ${time} GMT$`,
);
const asctimeDate = new RegExp(
  `^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (${month}) ([ \\d]\\d) ${time} (\\d{4})$`,
);
const yearMs = 31_556_952_000;

/**
 * `Retry-After` in milliseconds from `now` (RFC 9110, 10.2.3): digits that count seconds, or a date
 * in one of HTTP's three forms; 0 for a date that is past. Undefined for anything else, which
 * counts as no header. How long is believed is the caller's.
 */
export function retryAfterMs(text: string | undefined, now: number): number | undefined {
  // White space in HTTP is SP and HTAB alone (RFC 9110, 5.6.3).
  const value = text?.replace(/^[ \t]+|[ \t]+$/g, "") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = dateMs(value, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}

function dateMs(value: string, now: number): number | undefined {
  const fixed = imfDate.exec(value);
  if (fixed) return utc(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const asctime = asctimeDate.exec(value);
  if (asctime) return utc(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  const old = rfc850Date.exec(value);
  if (!old) return undefined;
  // Two digits that seem to be more than fifty years ahead are of the century before.
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100;
  const at = utc(String(century + Number(old[3])), old[2], old[1], old.slice(4));
  return at === undefined || at - now <= 50 * yearMs
    ? at
    : utc(String(century - 100 + Number(old[3])), old[2], old[1], old.slice(4));
}

/** Milliseconds UTC; undefined for a day or a time that there is none of. */
function utc(year = "", name = "", day = "", clock: readonly string[] = []): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = clock.map(Number);
  const at = new Date(
    Date.UTC(Number(year), months.indexOf(name), Number(day), hours, minutes, seconds),
  );
  // A second may leap.
  const isOne = at.getUTCDate() === Number(day) || (seconds === 60 && hours === 23);
  return isOne && hours < 24 && minutes < 60 && seconds <= 60 && Number(day) > 0
    ? at.getTime()
    : undefined;
}
